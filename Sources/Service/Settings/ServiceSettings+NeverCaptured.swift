import Snapshots
import WHATWGURL
import WindowSets

extension ServiceSettings {
    /// Returns the host of ``neverCaptured`` that covers a page.
    ///
    /// A host covers its subdomains, and the editions of its pages.
    ///
    /// - Parameter page: The address of the page.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    func hostNeverCaptured(of page: WebURL) -> String? {
        ExcludedHosts(neverCaptured).host(of: page)
    }

    /// Returns the host of ``neverCaptured`` that covers the page of a snapshot, or the original of the page.
    ///
    /// - Parameter snapshot: The snapshot of a page, which may be an edition of another one.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    func hostNeverCaptured(of snapshot: PageSnapshot) -> String? {
        ExcludedHosts(neverCaptured).host(of: snapshot)
    }

    /// Returns the host of ``neverCaptured`` that covers the page of a tab, or the original of the page.
    ///
    /// - Parameter tab: The tab of a window set.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    func hostNeverCaptured(of tab: WindowTab) -> String? {
        hostNeverCaptured(of: tab.url) ?? tab.snapshot.flatMap(hostNeverCaptured)
    }
}
