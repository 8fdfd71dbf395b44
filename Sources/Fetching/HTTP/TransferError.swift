import CLibCurl
import Glibc
import Syntax
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

/// A mapping from libcurl's result codes and the failures of content decoders to ``TransferError``.
enum CurlFailure {
    /// Returns the error for a result code.
    ///
    /// - Parameters:
    ///   - result: A code other than `CLIBCURL_OK`.
    ///   - detail: The contents of libcurl's error buffer; empty or nil to use libcurl's description of the code.
    ///   - isInHead: True if the response's head was incomplete.
    ///   - url: The URL of the hop.
    /// - Returns: The error with its description.
    static func error(result: Int32, detail: String?, isInHead: Bool = false, url: WebURL) -> TransferError {
        let usual = String(cString: clibcurl_error_text(result))
        var detail = detail.flatMap { $0.isEmpty ? nil : $0 } ?? usual
        // "Failed to connect to a port 1: Couldn't connect to server" repeats itself.
        if detail.hasSuffix(": " + usual) { detail.removeLast(usual.count + 2) }
        switch Int(result) {
        case CLIBCURL_URL_MALFORMAT:
            return .request(url: url, detail: detail)
        case CLIBCURL_UNSUPPORTED_PROTOCOL:
            // The URL's scheme was checked before, so the cause is a response without a status line, as in HTTP/0.9.
            return .http(url: url, detail: detail)
        case CLIBCURL_COULDNT_RESOLVE_HOST, CLIBCURL_COULDNT_RESOLVE_PROXY:
            return .dns(url: url, detail: detail)
        case CLIBCURL_OUT_OF_MEMORY:
            // libcurl uses the same code for a header line that exceeds its limit.
            return .http(
                url: url, detail: isInHead ? "a header field of the response is longer than 100 KiB" : detail)
        case CLIBCURL_COULDNT_CONNECT, CLIBCURL_PROXY_HANDSHAKE:
            return .connect(url: url, detail: detail)
        case CLIBCURL_PARTIAL_FILE:
            return .truncated(url: url, detail: detail)
        case CLIBCURL_OPERATION_TIMEDOUT:
            // libcurl uses one code for both; only its text differs.
            return detail.hasPrefix("Operation too slow")
                ? .lowSpeed(url: url, detail: detail) : .timeout(url: url, detail: detail)
        case CLIBCURL_RECV_ERROR where detail.hasSuffix("in chunked-encoding"):
            // libcurl has no separate code for malformed chunks.
            return .http(url: url, detail: detail)
        case CLIBCURL_GOT_NOTHING:
            return .connectionLost(url: url, detail: "the server closed the connection without a response")
        case CLIBCURL_SEND_ERROR, CLIBCURL_RECV_ERROR, CLIBCURL_HTTP2, CLIBCURL_HTTP2_STREAM:
            // If the server resets an HTTP/2 stream or connection, the connection counts as lost.
            return .connectionLost(url: url, detail: detail)
        case CLIBCURL_SSL_CONNECT_ERROR, CLIBCURL_SSL_ENGINE_NOTFOUND, CLIBCURL_SSL_ENGINE_SETFAILED,
            CLIBCURL_SSL_CERTPROBLEM, CLIBCURL_SSL_CIPHER, CLIBCURL_PEER_FAILED_VERIFICATION,
            CLIBCURL_SSL_CACERT_BADFILE, CLIBCURL_SSL_CRL_BADFILE, CLIBCURL_SSL_ISSUER_ERROR,
            CLIBCURL_SSL_PINNEDPUBKEYNOTMATCH, CLIBCURL_SSL_INVALIDCERTSTATUS:
            return .tls(url: url, detail: detail)
        default:
            return .http(url: url, detail: detail)
        }
    }

    /// Returns the error for a failure of a content decoder.
    static func error(_ failure: ContentDecoder.Failure, url: WebURL) -> TransferError {
        switch failure {
        case .unsupported(let coding):
            .http(url: url, detail: "the body has the content coding \(coding), which was not requested")
        case .tooMany(let count): .http(url: url, detail: "the body has \(count) content codings")
        case .bomb(let ratio): .decompressionBomb(url: url, ratio: ratio)
        case .malformed(let coding): .http(url: url, detail: "the body is not valid \(coding)")
        case .truncated(let coding): .truncated(url: url, detail: "the \(coding) body ends early")
        case .outOfMemory: .http(url: url, detail: "out of memory while decompressing the body")
        case .missing(let library): .http(url: url, detail: "the body cannot be decompressed: \(library)")
        }
    }
}

/// The resolution of names, as far as libcurl's error does not describe its failure.
package enum HostLookup {
    /// Returns true if the name service has responded that a host does not exist, rather than not at all.
    ///
    /// Without a network, no name counts as unknown, since some resolvers then respond as if no name existed. Names
    /// that end with `.invalid` never exist (RFC 6761, section 6.4).
    package static func isUnknown(_ host: String) async -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name.lowercased() == "invalid" || name.lowercased().hasSuffix(".invalid") { return true }
        return await isMissing(host) && hasNetwork
    }

    /// True if an interface other than loopback is running and has an address of the Internet Protocol.
    private static var hasNetwork: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = interface.ifa_flags
            guard let family = interface.ifa_addr?.pointee.sa_family, flags & UInt32(IFF_LOOPBACK) == 0,
                flags & UInt32(IFF_RUNNING) != 0
            else { continue }
            if family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) { return true }
        }
        return false
    }

    private static func isMissing(_ host: String) async -> Bool {
        await withCheckedContinuation { continuation in
            // The lookup blocks for seconds if there is no name service, so it gets a thread of its own.
            let hasStarted = EngineThread.start {
                var found: UnsafeMutablePointer<addrinfo>?
                let status = getaddrinfo(host, nil, nil, &found)
                if let found { freeaddrinfo(found) }
                // EAI_NODATA is not declared everywhere; glibc's value is -5.
                continuation.resume(returning: status == EAI_NONAME || status == -5)
            }
            if !hasStarted { continuation.resume(returning: false) }
        }
    }
}
