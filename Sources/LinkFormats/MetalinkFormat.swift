package import DownloadLists

/// A Metalink 4 document (RFC 5854): a file for each address, each once.
///
/// Only http, https and ftp addresses, without their fragments. A file is named by `download`, if that is a plain file name,
/// or else by the address. No two files have one name. It carries no referers; lengths and checksums are not known. Without a
/// link it has no file, which the standard does not allow.
package struct MetalinkFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "metalink", mediaType: "text/plain; charset=utf-8", fileExtension: "meta4", contents: [.descriptions]
    ) { _ in MetalinkFormat() }

    package var links = DownloadLinks(naming: .always)
    package var list = MetalinkDocument()

    /// Makes a writer for one output.
    package init() {}
}
