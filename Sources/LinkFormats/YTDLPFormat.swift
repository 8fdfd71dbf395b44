package import DownloadLists

/// A batch file of yt-dlp (`yt-dlp -a`): one URL per line, each URL once.
///
/// It contains http, https and ftp URLs. Fragments are removed, because yt-dlp would read its own data from them.
package struct YTDLPFormat: DownloadListFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "yt-dlp", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: []
    ) { _ in YTDLPFormat() }

    package var links = DownloadLinks(naming: .never)
    package var list = AddressList()

    /// Creates a writer for one output.
    package init() {}
}
