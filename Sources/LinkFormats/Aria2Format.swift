package import DownloadLists

/// An input file of aria2 (`aria2c -i`): each URL once, followed by its options on indented lines.
///
/// It contains http, https and ftp URLs without fragments, and the `referer` that a browser would send. The option
/// `out`, a file name, is the value of the `download` attribute if that is a plain file name. Otherwise it is the name
/// in the URL, if that has an extension and the URL has no query. Without `out`, aria2 uses the name that the server
/// sends. No two files have the same name.
package struct Aria2Format: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "aria2", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { Aria2Format(directory: $0.directory) }

    package var links: DownloadLinks
    package var list = Aria2List()

    /// Creates a writer for one output.
    ///
    /// - Parameter directory: The directory for the files; nil to let the downloader choose.
    package init(directory: String? = nil) {
        links = DownloadLinks(naming: .whereKnown, directory: directory)
    }
}
