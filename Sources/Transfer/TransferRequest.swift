package import WHATWGURL

/// One thing to fetch, and every limit that it is fetched under.
package struct TransferRequest: Sendable {
    /// The request's method.
    package enum Method: String, Sendable, Hashable {
        /// Asks for the body.
        case get = "GET"

        /// Asks for the head alone.
        case head = "HEAD"

        /// Sends ``TransferRequest/body`` and asks for the answer.
        case post = "POST"
    }

    /// When a transfer counts as stalled.
    package struct LowSpeed: Sendable, Hashable {
        /// The speed that the transfer must reach, in bytes per second on the wire.
        package var bytesPerSecond: Int64

        /// How long it may stay below; rounded up to whole seconds.
        package var duration: Duration

        /// Makes a rule.
        ///
        /// - Parameters:
        ///   - bytesPerSecond: The speed that must be reached.
        ///   - duration: How long the transfer may stay below.
        package init(bytesPerSecond: Int64, over duration: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.duration = duration
        }
    }

    /// The address, http or https.
    ///
    /// Its fragment is not sent.
    package var url: WebURL

    /// The method.
    package var method: Method

    /// What a POST request sends; its media type is the caller's field Content-Type.
    package var body: [UInt8] = []

    /// Further header fields.
    ///
    /// Those that frame the message or name its host are refused, and Accept-Encoding.
    ///
    /// After a redirect to another origin only the fields of ``RedirectPolicy/portableFields`` are sent.
    package var headers: [HTTPField]

    /// Asks for a compressed body and decompresses it.
    ///
    /// Otherwise the body is asked for as it is, and not touched.
    package var acceptsCompression: Bool

    /// The longest body, in bytes after decompression; nil sets no limit.
    package var maximumBodyBytes: Int64?

    /// Whether a body that is longer is handed on up to the limit, before the error; otherwise one that announces its length
    /// is an error at once, and the part that exceeds the limit is left out as it came.
    package var deliversUpToLimit = false

    /// How many redirects are followed; one more is an error.
    package var maximumRedirects: Int

    /// Follows redirects; otherwise a redirect is a response like any other.
    package var followsRedirects = true

    /// The least time between the starts of two transfers with the same host, redirects included; nil for none.
    package var hostInterval: Duration?

    /// Follows a redirect from https to http.
    ///
    /// The request and its answer can then be read and changed on their way.
    package var allowsDowngrade: Bool

    /// How long it may take to resolve the name, to connect and to agree on TLS.
    package var connectTimeout: Duration

    /// When a transfer is given up as stalled, also while the server has not yet begun to answer; nil never.
    package var lowSpeed: LowSpeed?

    /// How long the transfer may take, redirects included and waiting for its turn excluded; nil sets no limit.
    package var totalTimeout: Duration?

    /// The value of User-Agent.
    package var userAgent: String

    /// The value of Referer.
    ///
    /// After a redirect to another origin it is cut to its origin; from https to http it is dropped.
    package var referer: String?

    /// The speed that is not exceeded, in bytes per second; nil sets no limit.
    package var bytesPerSecondLimit: Int64?

    /// The speed that this and other transfers together do not exceed; nil sets no limit.
    package var sharedLimit: SharedRateLimit?

    /// Which addresses may be connected to.
    package var addressPolicy: IPAddressPolicy

    /// Makes a request.
    ///
    /// The defaults suit a page: 20 s to connect is more than two lost packets cost; 30 s below 64 B/s is a dead peer even
    /// on a poor line; 10 redirects is what no working site needs.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - method: The method.
    ///   - headers: Further header fields.
    ///   - acceptsCompression: Whether the body may come compressed.
    ///   - maximumBodyBytes: The longest body.
    ///   - maximumRedirects: How many redirects are followed.
    ///   - allowsDowngrade: Whether redirects from https to http are followed.
    ///   - connectTimeout: How long connecting may take.
    ///   - lowSpeed: When the transfer counts as stalled.
    ///   - totalTimeout: How long the transfer may take.
    ///   - userAgent: The value of User-Agent.
    ///   - referer: The value of Referer.
    ///   - bytesPerSecondLimit: The speed that is not exceeded.
    ///   - addressPolicy: Which addresses may be connected to.
    package init(
        url: WebURL,
        method: Method = .get,
        headers: [HTTPField] = [],
        acceptsCompression: Bool = false,
        maximumBodyBytes: Int64? = nil,
        maximumRedirects: Int = 10,
        allowsDowngrade: Bool = false,
        connectTimeout: Duration = .seconds(20),
        lowSpeed: LowSpeed? = LowSpeed(bytesPerSecond: 64, over: .seconds(30)),
        totalTimeout: Duration? = nil,
        userAgent: String = "Leftoff",
        referer: String? = nil,
        bytesPerSecondLimit: Int64? = nil,
        addressPolicy: IPAddressPolicy = .any
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.acceptsCompression = acceptsCompression
        self.maximumBodyBytes = maximumBodyBytes
        self.maximumRedirects = maximumRedirects
        self.allowsDowngrade = allowsDowngrade
        self.connectTimeout = connectTimeout
        self.lowSpeed = lowSpeed
        self.totalTimeout = totalTimeout
        self.userAgent = userAgent
        self.referer = referer
        self.bytesPerSecondLimit = bytesPerSecondLimit
        self.addressPolicy = addressPolicy
    }
}
