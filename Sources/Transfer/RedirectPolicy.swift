package import WHATWGURL

/// Decides which redirects are followed, and what goes along.
package enum RedirectPolicy {
    /// The header fields that are sent on after a redirect to another origin, in lower case.
    ///
    /// All others are taken for secrets: Authorization and Cookie are, and an unknown field may be an API key.
    package static let portableFields: Set<String> = [
        "accept", "accept-language", "cache-control", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "pragma", "range",
    ]

    /// The longest body of a redirect that is read for the sake of reusing its connection, in bytes.
    static let maximumDiscardedBytes: Int64 = 65_536

    /// The address that a response redirects to (RFC 9110, section 15.4; Fetch Standard, location URL).
    ///
    /// - Parameters:
    ///   - head: The head of the response, with the address that answered.
    ///   - followed: How many redirects were followed before.
    ///   - request: The request with its limits.
    /// - Returns: The next address, nil when the response is no redirect.
    /// - Throws: ``TransferError/redirect(url:detail:)`` when it must not be followed.
    package static func target(
        of head: ResponseHead, followed: Int, request: TransferRequest
    ) throws(TransferError) -> WebURL? {
        guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
        let locations = Set(head.values(of: "Location"))
        guard let location = locations.first else { return nil }
        guard locations.count == 1 else {
            throw .redirect(url: head.url, detail: "the redirect has \(locations.count) different locations")
        }
        guard let parsed = WebURL(location, base: head.url) else {
            throw .redirect(url: head.url, detail: "the redirect leads to no valid address")
        }
        guard parsed.isHTTP else {
            throw .redirect(url: head.url, detail: "the redirect leads to \(parsed.scheme): and is not followed")
        }
        guard head.url.scheme != "https" || parsed.scheme == "https" || request.allowsDowngrade else {
            let target = parsed.withoutCredentials().href
            throw .redirect(url: head.url, detail: "the redirect leads from https to \(target) and is not followed")
        }
        guard followed < request.maximumRedirects else {
            throw .redirect(url: head.url, detail: "more than \(request.maximumRedirects) redirects")
        }
        guard parsed.fragment == nil, let fragment = head.url.fragment else { return parsed }
        return WebURL(parsed.href + "#" + fragment) ?? parsed
    }

    /// The header fields that go along to the next address.
    ///
    /// - Parameters:
    ///   - fields: The fields that were sent so far.
    ///   - previous: The address that redirected.
    ///   - next: The address that it redirected to.
    /// - Returns: All fields within one origin, else the portable ones.
    package static func fields(_ fields: [HTTPField], from previous: WebURL, to next: WebURL) -> [HTTPField] {
        guard previous.origin != next.origin else { return fields }
        return fields.filter { portableFields.contains($0.name.lowercased()) }
    }

    /// The value of Referer that goes along to the next address, by `strict-origin-when-cross-origin` of Referrer Policy.
    ///
    /// - Parameters:
    ///   - referer: The value that was sent so far.
    ///   - previous: The address that redirected.
    ///   - next: The address that it redirected to.
    /// - Returns: The value; nil sends none.
    package static func referer(_ referer: String?, from previous: WebURL, to next: WebURL) -> String? {
        guard let referer, previous.origin != next.origin else { return referer }
        guard let url = WebURL(referer), url.isHTTP else { return nil }
        return url.scheme == "https" && next.scheme != "https" ? nil : url.origin + "/"
    }
}
