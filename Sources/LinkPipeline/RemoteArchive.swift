package import WHATWGURL

/// A web archive on a server, or a part of it.
package struct RemoteArchive: Sendable, Hashable {
    /// The http or https URL.
    package var url: WebURL
    /// The `warc` of the links: the key in Common Crawl's index, or the URL without user name and password.
    package var name: String
    /// The bytes to read, which consist of whole gzip members or records; nil for the whole archive.
    package var range: Range<Int64>?

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - url: The http or https URL.
    ///   - name: The `warc` of the links.
    ///   - range: The bytes to read; nil for the whole archive.
    package init(url: WebURL, name: String, range: Range<Int64>? = nil) {
        self.url = url
        self.name = name
        self.range = range
    }
}
