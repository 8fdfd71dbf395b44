import Synchronization

/// The cookies of one chain of redirects (RFC 6265): those that its responses set, for its further requests.
///
/// Sites that require cookies redirect to the same address until one comes back. libcurl stores the cookies while a hop
/// runs, and applies the rules about domains, paths and secure connections. Nothing is kept beyond the chain.
package final class ChainCookies: Sendable {
    private let lines = Mutex<[String]>([])

    /// Creates an empty store.
    package init() {}

    /// The cookies as lines of Netscape's cookie file.
    var current: [String] {
        get { lines.withLock { $0 } }
        set { lines.withLock { $0 = newValue } }
    }
}
