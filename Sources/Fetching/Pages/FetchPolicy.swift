package import Syntax
import WHATWGURL

/// The policy for fetching pages: their requests, limits and retries.
package struct FetchPolicy: Sendable, Hashable {
    /// The method.
    ///
    /// HEAD requests only the head and does not use the cache.
    package var method: TransferRequest.Method = .get

    /// The value of User-Agent, as ``userAgent(version:)`` makes it.
    package var userAgent: String

    /// The value of Accept.
    ///
    /// It prefers HTML, because some sites send JSON otherwise.
    package var accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    /// The value of Accept-Language; nil sends none.
    var acceptLanguage: String?

    /// The maximum length of a body, in bytes after decompression.
    ///
    /// 64 MiB is ten times the largest pages that were found, and limits the memory that a decompression bomb can use.
    package var maximumBodyBytes: Int64 = 64 * 1_024 * 1_024

    /// True if the first bytes of a page that is too long are delivered, up to the limit, before the fetch fails.
    package var deliversUpToLimit = false

    /// The maximum number of redirects that are followed.
    ///
    /// No working site needs more than 10.
    package var maximumRedirects = 10

    /// True if redirects from https to http are followed.
    private var allowsDowngrade = false

    /// The timeout of resolving, connecting and TLS.
    ///
    /// Retransmitting two lost packets takes 3 s; a slow name server takes 10 s.
    package var connectTimeout: Duration = .seconds(20)

    /// The rule by which a page counts as stalled.
    ///
    /// 30 s are enough even if a server is slow to generate a page.
    package var lowSpeed: TransferRequest.LowSpeed? = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// The timeout of a page with all its redirects.
    ///
    /// 64 MiB in 5 minutes is 1.8 Mbit/s.
    package var totalTimeout: Duration? = .seconds(300)

    /// The maximum number of retries after transient errors, in addition to the first attempt.
    package var maximumRetries = 2

    /// The delay before the first retry, which doubles with each further one.
    var firstRetryDelay: Duration = .seconds(1)

    /// The maximum Retry-After delay that is respected.
    ///
    /// If a server requests a longer delay, the page is not requested again.
    var maximumRetryDelay: Duration = .seconds(30)

    /// Additional header fields; Accept and Accept-Language replace the policy's own.
    package var headers: [HeaderField] = []

    /// The origins that a person named, to which all of ``headers`` and the passwords of the engine's netrc file are
    /// sent; nil for every origin.
    ///
    /// Other origins receive only ``RedirectPolicy/portableFields``, because any other field may be a secret.
    package var trustedOrigins: Set<String>?

    /// The minimum interval between two requests to one host; nil for none.
    package var hostInterval: Duration?

    /// The policy for the IP addresses that may be connected to.
    package var addressPolicy: IPAddressPolicy = .any

    /// The host that ``IPAddressPolicy/publicRedirects(except:)`` takes for the page's own; nil for that of its URL.
    package var ownHost: String?

    /// True if an earlier fetch, which led to this one, used a connection to a public address.
    ///
    /// See ``TransferRequest/hasReachedPublic``.
    package var hasReachedPublic = false

    /// The bytes to request; nil for the whole resource.
    package internal(set) var range: Range<Int64>?

    /// True for a web archive; see ``forArchive(range:limits:)``.
    var isForArchive = false

    /// Creates a policy with the default limits.
    package init(userAgent: String = "Leftoff") {
        self.userAgent = userAgent
    }

    /// Returns the value of User-Agent for a version of Leftoff, for example `Leftoff/1.0.0`.
    package static func userAgent(version: String) -> String { "Leftoff/\(version)" }
}

/// The requests that follow from a policy.
extension FetchPolicy {
    /// Returns true if secrets may be sent to a URL.
    func trusts(_ url: WebURL) -> Bool { trustedOrigins.map { $0.contains(url.origin) } != false }

    /// Returns the header fields of a request: the policy's own, and those of ``headers`` that may be sent to its
    /// origin.
    func fields(for url: WebURL) -> [HeaderField] {
        let isTrusted = headers.isEmpty || trusts(url)
        var fields = headers.filter { isTrusted || RedirectPolicy.portableFields.contains($0.name.lowercased()) }
        func isSet(_ name: String) -> Bool { headers.contains { $0.isNamed(name) } }
        if !isSet("Accept") { fields.append(HeaderField(name: "Accept", value: accept)) }
        if let language = acceptLanguage, !isSet("Accept-Language") {
            fields.append(HeaderField(name: "Accept-Language", value: language))
        }
        return fields
    }

    /// Returns the request for a URL, with the limits of the policy.
    func request(for url: WebURL, fields: [HeaderField], followsRedirects: Bool) -> TransferRequest {
        var request = TransferRequest(url: url, method: method, headers: fields)
        // The offsets of records are those of the stored bytes.
        request.acceptsCompression = !isForArchive
        request.maximumBodyBytes = maximumBodyBytes
        request.maximumRedirects = maximumRedirects
        request.allowsDowngrade = allowsDowngrade
        request.connectTimeout = connectTimeout
        request.lowSpeed = lowSpeed
        request.totalTimeout = totalTimeout
        request.userAgent = userAgent
        request.addressPolicy = addressPolicy
        request.hostInterval = hostInterval
        request.deliversUpToLimit = deliversUpToLimit
        request.followsRedirects = followsRedirects
        return request
    }
}

extension FetchPolicy {
    /// The limits of requests for web archives, which are large files on servers that ask crawlers to slow down.
    package struct ArchiveLimits: Sendable, Hashable {
        /// The maximum length of a body in bytes; nil for no limit, because archives are read in bounded memory.
        package var maximumBodyBytes: Int64?
        /// The timeout of a request with all its redirects; nil for none, because ``FetchPolicy/lowSpeed`` applies.
        package var totalTimeout: Duration?
        /// The maximum number of retries without progress.
        ///
        /// With delays of 1, 2, 4 … 60 s, the last one begins after three to four minutes.
        package var maximumRetries = 8

        /// Creates the default limits.
        package init() {}
    }

    /// Returns the policy for a web archive.
    ///
    /// An interrupted body is continued by a range request. Common Crawl answers with 503 to too many requests and with
    /// 403 to crawlers that do not slow down, so both are retried, and meanwhile no other request is sent to the host.
    ///
    /// - Parameters:
    ///   - range: The bytes to request; nil for the whole archive.
    ///   - limits: The limits of the request.
    /// - Returns: The policy.
    package func forArchive(range: Range<Int64>?, limits: ArchiveLimits) -> FetchPolicy {
        var policy = self
        policy.accept = "*/*"
        policy.range = range
        policy.isForArchive = true
        policy.maximumBodyBytes = limits.maximumBodyBytes ?? .max
        policy.totalTimeout = limits.totalTimeout
        policy.maximumRetries = limits.maximumRetries
        policy.maximumRetryDelay = .seconds(300)
        return policy
    }
}

/// A decision about whether and when a page is requested again.
enum RetryDecision {
    /// The outcome of an attempt.
    enum Outcome {
        case response(status: Int, retryAfterField: String?)
        case failure(any Error)
    }

    /// The maximum delay that is chosen without a Retry-After field.
    private static let maximumBackoff: Duration = .seconds(60)

    /// Returns the delay before the next attempt.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the last attempt.
    ///   - attempts: The number of attempts so far, at least 1.
    ///   - policy: The policy with the limits of attempts and delays.
    ///   - now: The current time in seconds since 1970, for a Retry-After that is a date.
    ///   - hasPart: True if only the rest of a body is requested.
    /// - Returns: The delay; nil if there is no further attempt.
    static func delay(after outcome: Outcome, attempts: Int, policy: FetchPolicy, now: Int64, hasPart: Bool = false)
        -> Duration?
    {
        guard attempts <= policy.maximumRetries else { return nil }
        let backoff = min(policy.firstRetryDelay * (1 << min(attempts - 1, 16)), maximumBackoff)
        switch outcome {
        case .response(let status, let field):
            // These codes come from failed gateways and busy servers. After any other 4xx code, a repeated request
            // would have the same result.
            let isForbidden = status == 403 && policy.isForArchive
            guard [429, 502, 503, 504].contains(status) || isForbidden else { return nil }
            guard let field, let delay = RetryAfter.delay(field, now: now) else { return backoff }
            return delay <= policy.maximumRetryDelay ? delay : nil
        case .failure(let error):
            // A lost connection often means that the server is restarting. Refused, unknown and stalled hosts rarely
            // recover soon, and retries would delay the other pages.
            switch error as? TransferError {
            case .connectionLost, .truncated: return backoff
            // A part that was received is worth more attempts.
            case let error? where hasPart && error.isTransient: return backoff
            default: return nil
            }
        }
    }
}
