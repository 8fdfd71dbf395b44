import Numbers
package import WHATWGURL

/// An error of a transfer.
///
/// A status such as 404 is not an error. An error that a sink throws is passed on unchanged.
package enum TransferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request is invalid: its URL is not http or https, or a header field is malformed or reserved.
    case request(url: WebURL, detail: String)

    /// The host's name cannot be resolved.
    case dns(url: WebURL, detail: String)

    /// No connection could be established.
    case connect(url: WebURL, detail: String)

    /// The address policy forbids the address that the host's name resolves to.
    case refusedAddress(url: WebURL, detail: String)

    /// TLS failed, for example because of the certificate.
    case tls(url: WebURL, detail: String)

    /// The connection was lost or closed before the response was complete.
    case connectionLost(url: WebURL, detail: String)

    /// The response violates HTTP or its content coding.
    case http(url: WebURL, detail: String)

    /// The body is shorter than announced.
    case truncated(url: WebURL, detail: String)

    /// The timeout of connecting or of the whole transfer has elapsed.
    case timeout(url: WebURL, detail: String)

    /// The transfer was slower than its limit for too long.
    case lowSpeed(url: WebURL, detail: String)

    /// The body is longer than the limit, in bytes. The limit of an announced length is the end of `ByteCount.range`.
    case tooLarge(url: WebURL, limit: Int64)

    /// The compressed body grows more than `ratio` times.
    case decompressionBomb(url: WebURL, ratio: Int)

    /// A redirect was not followed: there were too many, or its target is not allowed or not a URL.
    case redirect(url: WebURL, detail: String)

    /// No request can be made, for example because libcurl is missing.
    case unavailable(url: WebURL, detail: String)

    /// The task was cancelled.
    case cancelled(url: WebURL)

    /// The engine was shut down.
    case shutDown(url: WebURL)

    /// The URL that failed, after redirects.
    package var url: WebURL {
        switch self {
        case .request(let url, _), .dns(let url, _), .connect(let url, _), .refusedAddress(let url, _),
            .tls(let url, _), .connectionLost(let url, _), .http(let url, _), .truncated(let url, _),
            .timeout(let url, _), .lowSpeed(let url, _), .tooLarge(let url, _), .decompressionBomb(let url, _),
            .redirect(let url, _),
            .unavailable(let url, _), .cancelled(let url), .shutDown(let url):
            url
        }
    }

    /// A description of the error without the URL.
    package var detail: String {
        switch self {
        case .request(_, let detail), .dns(_, let detail), .connect(_, let detail), .refusedAddress(_, let detail),
            .tls(_, let detail), .connectionLost(_, let detail), .http(_, let detail), .truncated(_, let detail),
            .timeout(_, let detail), .lowSpeed(_, let detail), .redirect(_, let detail),
            .unavailable(_, let detail):
            detail
        case .tooLarge(_, ByteCount.range.upperBound): "the server announces more than 8 PiB"
        case .tooLarge(_, let limit): "the body is longer than \(limit) bytes"
        case .decompressionBomb(_, let ratio): "the compressed body grows more than \(ratio) times"
        case .cancelled: "cancelled"
        case .shutDown: "the transfer engine was shut down"
        }
    }

    /// True if the compressed body grows too much.
    package var isDecompressionBomb: Bool {
        if case .decompressionBomb = self { true } else { false }
    }

    /// True if the same request may succeed a little later.
    package var isTransient: Bool {
        switch self {
        case .dns, .connect, .connectionLost, .truncated, .timeout, .lowSpeed, .http: true
        case .request, .refusedAddress, .tls, .tooLarge, .decompressionBomb, .redirect, .unavailable, .cancelled,
            .shutDown:
            false
        }
    }

    /// The URL, without user name and password, and the detail.
    package var description: String {
        "\(url.withoutCredentials().href): \(detail)"
    }
}
