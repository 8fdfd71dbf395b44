package import DownloadLists

/// An input file of aria2 (`aria2c -i`): each URL once, followed by its options on indented lines.
///
/// It carries http, https and ftp URLs without fragments, `referer` as a browser would send it, and `out`: the value of
/// the `download` attribute if that is a plain file name, or else the name in the URL if it has an extension and the
/// URL has no query. Without `out`, aria2 asks the server. All names are different.
package struct Aria2Format: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "aria2", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { Aria2Format(directory: $0.directory) }

    package var links: DownloadLinks
    package var list = Aria2List()

    /// Creates a writer for one output.
    ///
    /// - Parameter directory: The directory for the files; nil leaves it to the downloader.
    package init(directory: String? = nil) {
        links = DownloadLinks(naming: .whereKnown, directory: directory)
    }
}
