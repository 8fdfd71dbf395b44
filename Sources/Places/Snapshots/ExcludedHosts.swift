package import WHATWGURL

/// The hosts whose pages the reader never wants to be captured or copied.
///
/// A host covers its subdomains, and the editions of its pages, such as those in archives.
///
/// ```swift
/// let excluded = ExcludedHosts(["bank.example"])
/// let archived = WebURL("https://web.archive.org/web/20240102030405/https://my.bank.example/a")
/// archived.flatMap { excluded.host(of: $0) }  // "bank.example"
/// ```
package struct ExcludedHosts: Sendable, Hashable {
    private let names: [String]

    /// Creates a list.
    ///
    /// - Parameter names: The hosts as they are written in URLs.
    package init(_ names: [String]) {
        self.names = names
    }

    /// Returns the host in the list that covers a page.
    ///
    /// - Parameter page: The address of the page or of an edition of it.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    package func host(of page: WebURL) -> String? {
        guard !names.isEmpty else { return nil }
        return host(covering: page) ?? OriginalAddress(of: page).flatMap { host(covering: $0.url) }
    }

    /// Returns the host in the list that covers the page of a snapshot, its original, or the page that it declares as
    /// canonical.
    ///
    /// - Parameter snapshot: A snapshot of the page.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    package func host(of snapshot: PageSnapshot) -> String? {
        guard !names.isEmpty else { return nil }
        return host(of: snapshot.url) ?? snapshot.original.flatMap { host(covering: $0) }
            ?? snapshot.canonical.flatMap { WebURL($0) }.flatMap { host(of: $0) }
    }

    /// Returns true if the list covers the frame in which a place is, or a frame around it.
    ///
    /// - Parameter snapshot: A snapshot of the page with the frame.
    /// - Returns: False also if there is no place in a frame.
    package func coverFrame(of snapshot: PageSnapshot) -> Bool {
        !names.isEmpty && snapshot.frameURLs.contains { host(of: $0) != nil }
    }

    private func host(covering page: WebURL) -> String? {
        var host = Substring(page.hostname)
        if host.last == "." { host.removeLast() }
        return names.first { host == $0 || host.hasSuffix("." + $0) }
    }
}
