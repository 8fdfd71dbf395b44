package import DownloadLists

/// An input file for `wget -i` and `wget2 -i`: one address a line, each once.
///
/// Only http, https and ftp addresses, without their fragments: a server never sees those. It carries no names and no
/// referers.
package struct WgetFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "wget", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: []
    ) { _ in WgetFormat() }

    package var links = DownloadLinks(naming: .never)
    package var list = AddressList()

    /// Makes a writer for one output.
    package init() {}
}
