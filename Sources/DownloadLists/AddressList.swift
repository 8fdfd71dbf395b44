import WHATWGURL

/// A list with one URL per line, for `wget -i`, `wget2 -i` and `yt-dlp -a`.
///
/// A URL starts with its scheme, so no line is read as a comment (which starts with `#`, `;` or `]` for yt-dlp).
/// Fragments are removed, because yt-dlp would look for its own data in them.
package struct AddressList: DownloadList {
    /// Creates an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String { entry.url.href + "\n" }
}
