package import DownloadLists

/// An input file for `aria2c -i`: each address on a line, each once, followed by its options on indented lines.
///
/// Only http, https and ftp addresses, without their fragments. `referer` is what a browser would send. `out` is the name that the
/// page proposes by `download`, if it is a plain file name, or else the name in the address, if that has an extension and
/// no query; without `out` aria2 asks the server. No two files have one name. Other fields are not carried.
package struct Aria2Format: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "aria2", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
        contents: [.descriptions, .directory]
    ) { Aria2Format(directory: $0.directory) }

    package var links: DownloadLinks
    package var list = Aria2List()

    /// Makes a writer for one output.
    ///
    /// - Parameter directory: The directory that files go to; nil leaves it to the program.
    package init(directory: String? = nil) {
        links = DownloadLinks(naming: .whereKnown, directory: directory)
    }
}
