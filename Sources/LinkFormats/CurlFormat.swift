package import DownloadLists

/// A configuration file of curl 7.73 and later (`curl -K`): the options of each URL, each URL once.
///
/// It contains http, https and ftp URLs without fragments, and the `referer` that a browser would send. The option
/// `output`, a file name, is the value of the `download` attribute if that is a plain file name, and otherwise the name
/// in the URL. No two files have the same name.
package struct CurlFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "curl", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { CurlFormat(directory: $0.directory) }

    package var links: DownloadLinks
    package var list = CurlConfiguration()

    /// Creates a writer for one output.
    ///
    /// - Parameter directory: The directory for the files; nil to let the downloader choose.
    package init(directory: String? = nil) {
        links = DownloadLinks(naming: .always, directory: directory)
    }
}
