package import Syntax
package import WHATWGURL

/// A request with its limits.
package struct TransferRequest: Sendable {
    /// The request's method.
    package enum Method: String, Sendable, Hashable {
        /// Requests the head and the body.
        case get = "GET"

        /// Requests only the head.
        case head = "HEAD"

        /// Sends ``TransferRequest/body``.
        case post = "POST"
    }

    /// The rule by which a transfer counts as stalled.
    package struct LowSpeed: Sendable, Hashable {
        /// The minimum speed, in bytes per second before decompression.
        package var bytesPerSecond: Int64

        /// The time for which the speed may be lower; rounded up to whole seconds.
        package var duration: Duration

        /// Creates a rule.
        package init(bytesPerSecond: Int64, over duration: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.duration = duration
        }
    }

    /// The URL, http or https; its fragment is not sent.
    package var url: WebURL

    /// The method.
    package var method: Method

    /// The body of a POST request; ``headers`` must give its media type.
    package var body: [UInt8] = []

    /// Additional header fields, except reserved ones (`HeaderField.isReserved`).
    ///
    /// After a redirect to another origin, only ``RedirectPolicy/portableFields`` are sent.
    package var headers: [HeaderField]

    /// True if a person named the origin of ``url``, so that it receives the passwords that the engine's netrc file has
    /// for its host.
    ///
    /// After a redirect to another origin, no password of the file is sent.
    package var usesNetrc = false

    /// True if a compressed body is accepted and decompressed; otherwise the body is requested and delivered as it is.
    package var acceptsCompression = false

    /// The number of bytes to which a compressed body may expand, whatever its ratio (`ExpansionLimit`).
    package var expansionAllowance = ExpansionLimit.documentAllowance

    /// The maximum length of the body, in bytes after decompression; nil sets no limit.
    package var maximumBodyBytes: Int64?

    /// True if the first bytes of a body that is too long are delivered, up to the limit, before the transfer fails.
    ///
    /// If it is false, the transfer fails at once if the announced length is too long, and otherwise with the piece
    /// that exceeds the limit.
    var deliversUpToLimit = false

    /// The maximum number of redirects that are followed; one more is an error.
    ///
    /// No working site needs more than 10.
    var maximumRedirects = 10

    /// True if redirects are followed; otherwise a redirect is treated like any other response.
    package var followsRedirects = true

    /// The minimum interval between the starts of two transfers with the same host, including redirects; nil for none.
    var hostInterval: Duration?

    /// True if redirects from https to http are followed.
    ///
    /// Anyone on the network path can then read and change the request and its response.
    package var allowsDowngrade = false

    /// The timeout of resolving the name, connecting and negotiating TLS.
    ///
    /// Retransmitting two lost packets takes less than 20 s.
    package var connectTimeout: Duration = .seconds(20)

    /// The rule by which the transfer counts as stalled, even before the response has begun; nil for none.
    ///
    /// A peer that sends less than 64 B/s for 30 s is considered dead, even on a poor connection.
    package var lowSpeed: LowSpeed? = LowSpeed(bytesPerSecond: 64, over: .seconds(30))

    /// The timeout of the transfer with its redirects, without the time in the queue; nil for none.
    package var totalTimeout: Duration?

    /// The value of User-Agent.
    package var userAgent = "Leftoff"

    /// The value of Referer.
    ///
    /// After a redirect to another origin, only the origin of the value is sent. After one from https to http, nothing
    /// is sent.
    package var referer: String?

    /// The maximum speed in bytes per second; nil for no limit.
    var bytesPerSecondLimit: Int64?

    /// The speed limit that this transfer shares with others; nil for none.
    package var sharedLimit: SharedRateLimit?

    /// The policy for the IP addresses that may be connected to.
    package var addressPolicy = IPAddressPolicy.any

    /// The host that ``IPAddressPolicy/publicRedirects(except:)`` takes for the request's own; nil for that of ``url``.
    ///
    /// A caller that follows redirects itself sets it to the host of the first URL.
    var ownHost: String?

    /// True if an earlier request, whose redirect led to this one, used a connection to a public address.
    ///
    /// A caller that follows redirects itself takes it from ``ResponseHead/hasReachedPublic``. Then
    /// ``IPAddressPolicy/publicRedirects(except:)`` no longer allows a private address to the request's own host.
    var hasReachedPublic = false

    /// The cookies of the chain of redirects; nil for those of this transfer only.
    ///
    /// A caller that follows redirects itself passes the same object with each request of a chain. An engine that has
    /// cookies of its own (`TransferEngine.Configuration.cookies`) does not use it.
    var cookies: ChainCookies?

    /// Creates a request with limits that are suitable for a page; all of them can be changed afterwards.
    ///
    /// - Parameters:
    ///   - url: The URL, http or https.
    ///   - method: The method. A POST also needs a ``body``, and must not follow redirects.
    ///   - headers: Additional header fields; see ``headers``.
    package init(url: WebURL, method: Method = .get, headers: [HeaderField] = []) {
        self.url = url
        self.method = method
        self.headers = headers
    }
}

/// The rules that a request must satisfy before it is sent.
enum RequestCheck {
    /// Throws an error if a request must not be sent.
    static func check(_ request: TransferRequest) throws(TransferError) {
        let url = request.url
        guard url.isHTTP else {
            throw .request(url: url, detail: "only http and https can be fetched, not \(url.scheme)")
        }
        guard request.method != .post || !request.followsRedirects else {
            throw .request(url: url, detail: "a request with a body does not follow redirects")
        }
        for field in request.headers {
            guard field.isWellFormed else {
                throw .request(url: url, detail: "the header field \"\(printable(field.name))\" is malformed")
            }
            guard !field.isReserved else {
                throw .request(url: url, detail: "the header field \(field.name) cannot be set")
            }
        }
        for value in [request.userAgent, request.referer ?? ""] where !HeaderField.isSafeValue(value) {
            throw .request(url: url, detail: "\"\(printable(value))\" contains a line break")
        }
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? "?" : $0 }))
    }
}
