import WHATWGURL

/// One address a line: for `wget -i`, `wget2 -i` and `yt-dlp -a`.
///
/// It carries nothing but addresses. An address begins with its scheme, so that no line is taken for a comment (`#`, `;`
/// and `]` begin one for yt-dlp), and has no fragment, in which yt-dlp would look for data of its own.
package struct AddressList: DownloadList {
    /// Makes an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String { entry.url.href + "\n" }
}
