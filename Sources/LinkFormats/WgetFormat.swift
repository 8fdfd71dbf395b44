package import DownloadLists

/// An input file of wget and wget2 (`wget -i`): one URL per line, each URL once.
///
/// It contains http, https and ftp URLs without fragments, which are not sent to servers.
package struct WgetFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "wget", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: []
    ) { _ in WgetFormat() }

    package var links = DownloadLinks(naming: .never)
    package var list = AddressList()

    /// Creates a writer for one output.
    package init() {}
}
