package import DownloadLists

/// A batch file for `yt-dlp -a`: one address a line, each once.
///
/// Only http, https and ftp addresses. Their fragments are dropped, since yt-dlp takes data of its own from them. It carries
/// no names and no referers.
package struct YTDLPFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "yt-dlp", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: []
    ) { _ in YTDLPFormat() }

    package var links = DownloadLinks(naming: .never)
    package var list = AddressList()

    /// Makes a writer for one output.
    package init() {}
}
