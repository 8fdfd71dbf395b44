import Syntax
package import WHATWGURL

/// The policy for redirects: which ones are followed, and which header fields are sent to their targets.
enum RedirectPolicy {
    /// The header fields that are sent even to another origin, in lower case.
    ///
    /// All others count as secrets: Authorization and Cookie are secrets, and an unknown field may be an API key.
    static let portableFields: Set<String> = [
        "accept", "accept-language", "cache-control", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "pragma", "range",
    ]

    /// The maximum number of bytes that are read from the body of a redirect or of a 304 response.
    ///
    /// Such a body is not needed, but its connection can be reused only after the whole body has been read. If the body
    /// is longer, its transfer ends and the connection is closed.
    static let maximumDiscardedBytes: Int64 = 65_536

    /// Returns the URL that a response redirects to (RFC 9110, section 15.4; Fetch Standard, location URL).
    ///
    /// - Parameters:
    ///   - head: The head of the response, with the URL that was requested.
    ///   - followed: The number of redirects that were followed before.
    ///   - request: The request, whose limits apply.
    /// - Returns: The target; nil if the response is not a redirect.
    /// - Throws: ``TransferError/redirect(url:detail:)`` if the redirect must not be followed.
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
            throw .redirect(url: head.url, detail: "the redirect's location is not a valid URL")
        }
        guard parsed.isHTTP else {
            throw .redirect(url: head.url, detail: "redirects to \(parsed.scheme): URLs are not followed")
        }
        guard head.url.scheme != "https" || parsed.scheme == "https" || request.allowsDowngrade else {
            let target = parsed.withoutCredentials().href
            throw .redirect(url: head.url, detail: "the redirect from https to \(target) is not followed")
        }
        guard followed < request.maximumRedirects else {
            throw .redirect(url: head.url, detail: "more than \(request.maximumRedirects) redirects")
        }
        guard parsed.fragment == nil, let fragment = head.url.fragment else { return parsed }
        return WebURL(parsed.href + "#" + fragment) ?? parsed
    }

    /// Returns true if secrets for one URL may also be sent to another one that a response named.
    ///
    /// This decides about header fields and about the passwords of a netrc file. A cookie names its own host, path and
    /// scheme, and the password in a URL is part of the URL.
    static func keepsSecrets(from previous: WebURL, to next: WebURL) -> Bool { previous.origin == next.origin }

    /// Returns the header fields that are sent to the target of a redirect.
    ///
    /// - Parameters:
    ///   - fields: The fields that were sent to `previous`.
    ///   - previous: The URL that was redirected.
    ///   - next: The URL that it redirected to.
    /// - Returns: All fields if both URLs have the same origin, otherwise the portable ones.
    package static func fields(_ fields: [HeaderField], from previous: WebURL, to next: WebURL) -> [HeaderField] {
        guard !keepsSecrets(from: previous, to: next) else { return fields }
        return fields.filter { portableFields.contains($0.name.lowercased()) }
    }

    /// Returns the Referer that is sent to the target of a redirect (Referrer Policy,
    /// `strict-origin-when-cross-origin`).
    ///
    /// - Parameters:
    ///   - referer: The value that was sent to `previous`.
    ///   - previous: The URL that was redirected.
    ///   - next: The URL that it redirected to.
    /// - Returns: The value; nil if none is sent.
    package static func referer(_ referer: String?, from previous: WebURL, to next: WebURL) -> String? {
        guard let referer, previous.origin != next.origin else { return referer }
        guard let url = WebURL(referer), url.isHTTP else { return nil }
        return url.scheme == "https" && next.scheme != "https" ? nil : url.origin + "/"
    }
}

/// A redirect that was followed.
package struct RedirectHop: Sendable, Hashable {
    /// The URL that was redirected.
    package var url: WebURL

    /// The status code of its response, for example 301.
    package var status: Int
}
