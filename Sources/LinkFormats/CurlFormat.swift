package import DownloadLists

/// A configuration for `curl -K` of version 7.73 and later: the options of each address, each once.
///
/// Only http, https and ftp addresses, without their fragments. `referer` is what a browser would send. `output` is the name that the
/// page proposes by `download`, if it is a plain file name, or else the name in the address. No two files have one name.
/// Other fields are not carried.
package struct CurlFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "curl", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { CurlFormat(directory: $0.directory) }

    package var links: DownloadLinks
    package var list = CurlConfiguration()

    /// Makes a writer for one output.
    ///
    /// - Parameter directory: The directory that files go to; nil leaves it to the program.
    package init(directory: String? = nil) {
        links = DownloadLinks(naming: .always, directory: directory)
    }
}
