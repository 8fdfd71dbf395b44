/// The hosts with private addresses that a download may contact, which depend on who added it.
///
/// All other hosts, including the targets of redirects, must have public addresses.
///
/// ```swift
/// let typed = PrivateHosts.own
/// let fromPage = PrivateHosts.none
/// precondition(typed.includesOwn && !fromPage.includesOwn)
/// precondition(PrivateHosts(stored: fromPage.stored) == fromPage)
/// ```
package struct PrivateHosts: Sendable, Hashable {
    /// True if the host of the download's own URL may be private, because the user named it on the command line.
    package var includesOwn: Bool

    /// Further hosts that may be private, in the form of `WebURL.hostname`.
    package var others: Set<String>

    /// The own host alone, for a URL that the user named on the command line.
    package static let own = PrivateHosts(includesOwn: true)

    /// No host, for a URL that was added through the service, because it may come from a hostile page.
    ///
    /// The hosts in the settings are allowed whenever the download runs.
    package static let none = PrivateHosts(includesOwn: false)

    /// Creates a set of hosts.
    package init(includesOwn: Bool, others: Set<String> = []) {
        self.includesOwn = includesOwn
        self.others = others
    }

    /// Returns the hosts that at least one of two requests for the same download allows.
    package func union(_ other: PrivateHosts) -> PrivateHosts {
        PrivateHosts(includesOwn: includesOwn || other.includesOwn, others: others.union(other.others))
    }

    // MARK: Storage

    /// The mark of ``includesOwn`` in ``stored``; no host has this name.
    private static let ownMark = "/"

    /// The hosts as a store keeps them; nil for ``own``.
    package var stored: String? {
        if self == .own { return nil }
        return ((includesOwn ? [Self.ownMark] : []) + others.sorted()).joined(separator: " ")
    }

    /// Creates the set that a store keeps.
    ///
    /// - Parameter stored: The value of ``stored``.
    package init(stored: String?) {
        guard let stored else {
            self = .own
            return
        }
        let names = stored.split(separator: " ").map(String.init)
        self.init(includesOwn: names.contains(Self.ownMark), others: Set(names).subtracting([Self.ownMark]))
    }
}
