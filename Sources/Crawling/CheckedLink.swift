package import Transfer
package import WHATWGURL

/// What a check found behind a link.
package struct CheckedLink: Sendable, Hashable {
    /// The status code of the last answer; nil when there was none.
    package var status: Int?

    /// The address that answered, after redirects; nil when none did.
    package var finalURL: WebURL?

    /// The redirects on the way.
    package var hops: [RedirectHop]

    /// Why there was no answer.
    package var error: String?

    /// Whether the page has the place that the link's fragment names; nil when it names none, or the target is no page.
    package var hasFragment: Bool?

    /// True when a reader who follows the link finds nothing, or not the place.
    package var isBroken: Bool {
        error != nil || (status ?? 0) >= 400 || hasFragment == false
    }

    /// Makes a finding of its parts.
    package init(
        status: Int? = nil, finalURL: WebURL? = nil, hops: [RedirectHop] = [], error: String? = nil,
        hasFragment: Bool? = nil
    ) {
        self.status = status
        self.finalURL = finalURL
        self.hops = hops
        self.error = error
        self.hasFragment = hasFragment
    }
}
