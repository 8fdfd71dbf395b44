package import DownloadLists

/// An input file for `wget -i` and `wget2 -i`: one address a line, each once.
///
/// Only http, https and ftp addresses, without their fragments: a server never sees those. It carries no names and no
/// referers.
package struct WgetFormat: DownloadListFormat {
    package static var name: String { LinkFormatName.wget.rawValue }

    package var links = DownloadLinks(naming: .never)
    package var list = AddressList()

    /// Makes a writer for one output.
    package init() {}
}
