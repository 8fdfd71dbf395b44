import WHATWGURL

/// A list with one URL per line, for `wget -i`, `wget2 -i` and `yt-dlp -a`.
///
/// A URL begins with its scheme, so no line is taken for a comment (which begins with `#`, `;` or `]` for yt-dlp). It
/// has no fragment, in which yt-dlp would look for data of its own.
package struct AddressList: DownloadList {
    /// Creates an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String { entry.url.href + "\n" }
}
