package import WHATWGURL

/// Why a transfer failed.
///
/// A status such as 404 is not a failure, and what a sink throws is thrown on as it is.
package enum TransferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request itself is refused: not http or https, a header field that is malformed or not the caller's to set.
    case request(url: WebURL, detail: String)

    /// The host's name has no address.
    case dns(url: WebURL, detail: String)

    /// No connection came about.
    case connect(url: WebURL, detail: String)

    /// The address policy forbids where the host's name leads.
    case refusedAddress(url: WebURL, detail: String)

    /// TLS failed, for example because of the certificate.
    case tls(url: WebURL, detail: String)

    /// The connection broke, or ended before a response.
    case connectionLost(url: WebURL, detail: String)

    /// The response breaks HTTP, or its content coding.
    case http(url: WebURL, detail: String)

    /// The body ended early.
    case truncated(url: WebURL, detail: String)

    /// Connecting or the whole transfer took too long.
    case timeout(url: WebURL, detail: String)

    /// The transfer stalled.
    case lowSpeed(url: WebURL, detail: String)

    /// The body is longer than the limit, in bytes.
    case tooLarge(url: WebURL, limit: Int64)

    /// A redirect was not followed: too many, to another scheme, from https to http, or to no address at all.
    case redirect(url: WebURL, detail: String)

    /// The task was cancelled.
    case cancelled(url: WebURL)

    /// The engine was shut down.
    case shutDown(url: WebURL)

    /// The address that failed; after redirects, the last one.
    package var url: WebURL {
        switch self {
        case .request(let url, _), .dns(let url, _), .connect(let url, _), .refusedAddress(let url, _),
            .tls(let url, _), .connectionLost(let url, _), .http(let url, _), .truncated(let url, _),
            .timeout(let url, _), .lowSpeed(let url, _), .tooLarge(let url, _), .redirect(let url, _),
            .cancelled(let url), .shutDown(let url):
            url
        }
    }

    /// Why it failed, without the address.
    package var detail: String {
        switch self {
        case .request(_, let detail), .dns(_, let detail), .connect(_, let detail), .refusedAddress(_, let detail),
            .tls(_, let detail), .connectionLost(_, let detail), .http(_, let detail), .truncated(_, let detail),
            .timeout(_, let detail), .lowSpeed(_, let detail), .redirect(_, let detail):
            detail
        case .tooLarge(_, let limit): "the body is longer than \(limit) bytes"
        case .cancelled: "cancelled"
        case .shutDown: "the transfer engine was shut down"
        }
    }

    /// True when the same request may succeed a little later.
    package var isTransient: Bool {
        switch self {
        case .dns, .connect, .connectionLost, .truncated, .timeout, .lowSpeed, .http: true
        case .request, .refusedAddress, .tls, .tooLarge, .redirect, .cancelled, .shutDown: false
        }
    }

    /// The address and why it failed; the address shows no user name and no password.
    package var description: String {
        "\(url.withoutCredentials().href): \(detail)"
    }
}
