package import DownloadLists

/// A Metalink 4 document (RFC 5854): one file for each URL, each URL once.
///
/// It contains http, https and ftp URLs without fragments. A file's name is the value of the `download` attribute if
/// that is a plain file name, and otherwise the name in the URL. All names are different. Lengths and checksums are not
/// known. If there are no links, the document contains no file, which the standard does not allow.
package struct MetalinkFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "metalink", mediaType: "text/plain; charset=utf-8", fileExtension: "meta4", contents: [.descriptions]
    ) { _ in MetalinkFormat() }

    package var links = DownloadLinks(naming: .always)
    package var list = MetalinkDocument()

    /// Creates a writer for one output.
    package init() {}
}
