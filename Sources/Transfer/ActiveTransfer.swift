import CLibCurl
import WHATWGURL

/// A transfer in the hands of the engine's thread: the easy handle, the hop it is at, and what came in so far.
final class ActiveTransfer {
    /// What follows a hop.
    enum HopOutcome {
        case end(Result<TransferSummary, any Error>)
        case repeatHop
        case nextHop
    }

    let job: TransferJob
    let easy: OpaquePointer

    /// The address of the present hop.
    private(set) var url: WebURL

    /// The name that the limit per host goes by.
    var hostName: String { url.hostname }

    // The state of the present hop; the callbacks in ActiveTransfer+Callbacks.swift work on it.
    var parser = HeadParser()
    var head: ResponseHead?
    var redirectTarget: WebURL?
    var connection: ConnectionTable.Connection?
    var failure: (any Error)?
    var isStale = false
    var isRefused = false
    var hasExcess = false
    var decoder: ContentDecoder?
    var receivedBytes: Int64 = 0
    var bodyBytes: Int64 = 0
    var limiter: RateLimiter?

    // Weak would cost a lookup for each callback; the loop outlives its transfers.
    unowned let loop: EngineLoop

    private let errorBuffer: UnsafeMutablePointer<CChar>
    private let callbacks: UnsafeMutablePointer<clibcurl_callbacks>
    private var headerList: OpaquePointer?
    private var headers: [HTTPField]
    private var referer: String?
    private var redirects = 0
    private var needsFreshConnection = false
    private var hopStart: ContinuousClock.Instant?
    private var activeTime: Duration = .zero

    /// Makes a transfer, or nil when memory is short.
    init?(job: TransferJob, loop: EngineLoop) {
        guard let easy = clibcurl_easy_create() else { return nil }
        self.job = job
        self.easy = easy
        self.loop = loop
        url = job.request.url
        headers = job.request.headers
        referer = job.request.referer.map { WebURL($0).map(Self.refererText) ?? $0 }
        errorBuffer = .allocate(capacity: Int(CLIBCURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CLIBCURL_ERROR_SIZE))
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: Self.makeCallbacks(loop: loop))
        callbacks.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        clibcurl_easy_destroy(easy)
        clibcurl_list_destroy(headerList)
        callbacks.deinitialize(count: 1)
        callbacks.deallocate()
        errorBuffer.deallocate()
    }

    // MARK: A hop's beginning

    /// Sets the easy handle up for the present hop.
    func prepare() throws(TransferError) {
        parser = HeadParser()
        head = nil
        redirectTarget = nil
        connection = nil
        failure = nil
        isStale = false
        hasExcess = false
        decoder = nil
        receivedBytes = 0
        bodyBytes = 0
        limiter = job.request.bytesPerSecondLimit.map { RateLimiter(bytesPerSecond: $0) }
        errorBuffer[0] = 0
        clibcurl_easy_clear(easy)
        var setter = OptionSetter(easy: easy)
        setter.set(CLIBCURL_URL, url.withoutFragment().href)
        // The address is as the URL Standard wants it; libcurl is not to change its path.
        setter.set(CLIBCURL_PATH_AS_IS, 1)
        setter.set(CLIBCURL_PROTOCOLS_STR, "http,https")
        setter.set(CLIBCURL_REDIR_PROTOCOLS_STR, "http,https")
        setter.set(CLIBCURL_FOLLOWLOCATION, 0)
        setter.set(CLIBCURL_NOSIGNAL, 1)
        // A cancelled transfer does not wait for its name to be resolved.
        setter.set(CLIBCURL_QUICK_EXIT, 1)
        setter.set(CLIBCURL_SUPPRESS_CONNECT_HEADERS, 1)
        setter.set(CLIBCURL_HTTP_CONTENT_DECODING, 0)
        setter.set(CLIBCURL_VERBOSE, 1)  // To the trace callback, which looks for excess bytes.
        if url.scheme == "https" {
            setter.set(CLIBCURL_HTTP_VERSION, Int64(CLIBCURL_HTTP_VERSION_2TLS))
            setter.set(CLIBCURL_PIPEWAIT, 1)
        } else {
            setter.set(CLIBCURL_HTTP_VERSION, Int64(CLIBCURL_HTTP_VERSION_1_1))
        }
        setter.set(CLIBCURL_FRESH_CONNECT, needsFreshConnection ? 1 : 0)
        setter.set(CLIBCURL_NOBODY, job.request.method == .head ? 1 : 0)
        setter.set(CLIBCURL_USERAGENT, job.request.userAgent)
        if let referer { setter.set(CLIBCURL_REFERER, referer) }
        setProxy(&setter)
        try setLimits(&setter)
        setter.check(clibcurl_set_error_buffer(easy, errorBuffer))
        setter.check(clibcurl_set_callbacks(easy, callbacks))
        setter.check(makeHeaderList() ? clibcurl_set_header_list(easy, headerList) : -1)
        guard setter.isGood else {
            throw .request(url: url, detail: "libcurl \(CurlLibrary.version) refuses the request's options")
        }
        hopStart = .now
    }

    private func setProxy(_ setter: inout OptionSetter) {
        if job.request.addressPolicy == .publicOnly {
            setter.set(CLIBCURL_PROXY, "")
        } else {
            setter.set(CLIBCURL_NOPROXY, ProxyExceptions.value)
        }
    }

    private func setLimits(_ setter: inout OptionSetter) throws(TransferError) {
        let request = job.request
        setter.set(CLIBCURL_CONNECTTIMEOUT_MS, max(1, request.connectTimeout.wholeMilliseconds))
        if let total = request.totalTimeout {
            let left = (total - activeTime).wholeMilliseconds
            guard left > 0 else { throw .timeout(url: url, detail: "the transfer took longer than \(total)") }
            setter.set(CLIBCURL_TIMEOUT_MS, left)
        }
        // Small pieces make a slow transfer flow evenly.
        let bufferSize = min(131_072, max(1_024, request.bytesPerSecondLimit ?? .max))
        setter.set(CLIBCURL_BUFFERSIZE, bufferSize)
        if let lowSpeed = request.lowSpeed {
            // libcurl does not count a paused transfer as slow, but it looks at the speed when the transfer goes on.
            let reachable = request.bytesPerSecondLimit.map { min(lowSpeed.bytesPerSecond, max(1, $0 / 2)) }
            setter.set(CLIBCURL_LOW_SPEED_LIMIT, reachable ?? lowSpeed.bytesPerSecond)
            setter.set(CLIBCURL_LOW_SPEED_TIME, max(1, (lowSpeed.duration.wholeMilliseconds + 999) / 1_000))
        }
    }

    private func makeHeaderList() -> Bool {
        clibcurl_list_destroy(headerList)
        headerList = nil
        let codings = job.request.acceptsCompression ? ContentDecoder.acceptedCodings : "identity"
        for field in headers + [HTTPField(name: "Accept-Encoding", value: codings)] {
            // libcurl takes "Name:" for "leave this field out", and "Name;" for an empty value.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            guard let longer = clibcurl_list_append(headerList, line) else { return false }
            headerList = longer
        }
        return true
    }

    // MARK: A hop's end

    /// Looks at what came of the present hop.
    ///
    /// - Parameter result: libcurl's result code.
    /// - Returns: What is to be done next.
    func finishHop(result: Int32) -> HopOutcome {
        if let hopStart { activeTime += .now - hopStart }
        if let connection, parser.isVersionOne { loop.connections.end(connection) }
        if isStale, !needsFreshConnection {
            needsFreshConnection = true
            return .repeatHop
        }
        if let failure { return .end(.failure(failure)) }
        // The target is all that matters of a redirect, whatever became of its body.
        if let redirectTarget { return follow(redirectTarget) }
        if isRefused { return .end(.success(summary)) }
        guard result == Int32(CLIBCURL_OK) else {
            let detail = String(cString: errorBuffer)
            return .end(.failure(CurlFailure.error(result: result, detail: detail, url: url)))
        }
        guard head != nil else {
            return .end(.failure(TransferError.http(url: url, detail: "the response has no head")))
        }
        do throws(ContentDecoder.Failure) {
            try decoder?.finish()
        } catch {
            return .end(.failure(CurlFailure.error(error, url: url)))
        }
        return .end(.success(summary))
    }

    private func follow(_ target: WebURL) -> HopOutcome {
        headers = RedirectPolicy.fields(headers, from: url, to: target)
        referer = RedirectPolicy.referer(referer, from: url, to: target)
        redirects += 1
        needsFreshConnection = false
        url = target
        return .nextHop
    }

    /// How many redirects were followed before the present hop.
    var redirectCount: Int { redirects }

    private var summary: TransferSummary {
        TransferSummary(
            head: head, bodyBytes: bodyBytes, transferredBytes: receivedBytes, redirects: redirects,
            wasRefused: isRefused, hasExcessBody: hasExcess)
    }

    /// A referring address as it may be sent: without credentials and fragment (RFC 9110, section 10.1.3).
    private static func refererText(_ url: WebURL) -> String {
        url.withoutFragment().withoutCredentials
    }
}
