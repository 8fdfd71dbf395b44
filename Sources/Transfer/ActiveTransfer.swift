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

    /// The handle that the transfer runs on; nil while it waits for its turn.
    private(set) var handle: EasyHandle?

    /// The address of the present hop.
    private(set) var url: WebURL

    /// The name that the limit per host goes by.
    private(set) var hostName: String

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
    var contentLength: Int64?
    var receivedBytes: Int64 = 0
    var bodyBytes: Int64 = 0
    var limiter: RateLimiter?
    // What libcurl was told about the time, in milliseconds, 0 for nothing; and since when the sink holds the transfer back.
    var timeLimit: Int64 = 0
    var stoppedSince: ContinuousClock.Instant?

    // Weak would cost a lookup for each callback; the loop outlives its transfers.
    unowned let loop: EngineLoop

    private var headers: [HTTPField]
    private var referer: String?
    private var hops: [RedirectHop] = []
    private var needsFreshConnection = false
    private var hopStart: ContinuousClock.Instant?
    private var activeTime: Duration = .zero

    /// Makes a transfer that waits for its turn.
    init(job: TransferJob, loop: EngineLoop) {
        self.job = job
        self.loop = loop
        url = job.request.url
        hostName = url.hostname
        headers = job.request.headers
        referer = job.request.referer.map { WebURL($0).map(Self.refererText) ?? $0 }
    }

    /// True when the address or a header field carries a name or a password.
    var hasCredentials: Bool { url.hasCredentials }

    /// Gives the transfer a handle to run on.
    func attach(_ handle: EasyHandle) {
        self.handle = handle
        handle.begin(self)
    }

    /// Takes the handle away.
    func detach() -> EasyHandle? {
        defer { handle = nil }
        handle?.end()
        return handle
    }

    // MARK: A hop's beginning

    /// Sets the easy handle up for the present hop.
    ///
    /// - Parameter handle: The transfer's handle.
    /// - Throws: ``TransferError`` when the time is up or libcurl refuses an option.
    func prepare(_ handle: EasyHandle) throws(TransferError) {
        parser = HeadParser()
        head = nil
        redirectTarget = nil
        connection = nil
        failure = nil
        isStale = false
        hasExcess = false
        decoder = nil
        contentLength = nil
        receivedBytes = 0
        bodyBytes = 0
        stoppedSince = nil
        limiter = job.request.bytesPerSecondLimit.map { RateLimiter(bytesPerSecond: $0) }
        var setter = OptionSetter(easy: handle.easy)
        handle.setUp(&setter)
        setter.set(CLIBCURL_URL, url.withoutFragment().href)
        let isTLS = url.scheme == "https"
        // A second transfer to a host waits to learn whether the first one's connection carries both.
        setter.set(CLIBCURL_PIPEWAIT, isTLS ? 1 : 0)
        setter.set(CLIBCURL_HTTP_VERSION, Int64(isTLS ? CLIBCURL_HTTP_VERSION_2TLS : CLIBCURL_HTTP_VERSION_1_1))
        setter.set(CLIBCURL_FRESH_CONNECT, needsFreshConnection ? 1 : 0)
        setter.set(CLIBCURL_FORBID_REUSE, 0)
        setter.set(CLIBCURL_VERBOSE, 0)
        setter.set(CLIBCURL_NOBODY, job.request.method == .head ? 1 : 0)
        if job.request.method == .get { setter.set(CLIBCURL_HTTPGET, 1) }
        if job.request.method == .post { handle.setBody(job.request.body, &setter) }
        try setLimits(handle, &setter)
        handle.apply(
            EasyHandle.Texts(
                userAgent: job.request.userAgent, referer: referer,
                usesProxy: !job.request.addressPolicy.isDirect, fields: headers,
                acceptsCompression: job.request.acceptsCompression, hasBody: job.request.method == .post),
            &setter)
        guard setter.isGood else {
            throw .request(url: url, detail: "libcurl \(CurlLibrary.version) refuses the request's options")
        }
        hopStart = .now
    }

    private func setLimits(_ handle: EasyHandle, _ setter: inout OptionSetter) throws(TransferError) {
        let request = job.request
        setter.set(CLIBCURL_CONNECTTIMEOUT_MS, max(1, request.connectTimeout.wholeMilliseconds))
        if let total = request.totalTimeout {
            let left = (total - activeTime).wholeMilliseconds
            guard left > 0 else { throw .timeout(url: url, detail: "the transfer took longer than \(total)") }
            timeLimit = left
        } else {
            timeLimit = 0
        }
        setter.set(CLIBCURL_TIMEOUT_MS, timeLimit)
        // Small pieces make a slow transfer flow evenly.
        let speed = [request.bytesPerSecondLimit, request.sharedLimit?.bytesPerSecond].compactMap(\.self).min()
        let bufferSize = min(131_072, max(1_024, speed ?? .max))
        handle.setBufferSize(bufferSize)
        // libcurl does not count a paused transfer as slow, but it looks at the speed when the transfer goes on.
        let slowest = request.lowSpeed.map { rule -> Int64 in
            // A shared speed may be other transfers' for a while; no byte at all is still too slow.
            let own = request.bytesPerSecondLimit.map { min(rule.bytesPerSecond, max(1, $0 / 2)) }
            return request.sharedLimit == nil ? own ?? rule.bytesPerSecond : 1
        }
        setter.set(CLIBCURL_LOW_SPEED_LIMIT, slowest ?? 0)
        let patience = request.lowSpeed.map { max(1, ($0.duration.wholeMilliseconds + 999) / 1_000) }
        setter.set(CLIBCURL_LOW_SPEED_TIME, patience ?? 0)
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
            let detail = handle?.errorText ?? ""
            let isInHead = head == nil && parser.status != 0
            return .end(.failure(CurlFailure.error(result: result, detail: detail, isInHead: isInHead, url: url)))
        }
        guard head != nil else {
            let detail = "the connection ended before the response's head was complete"
            return .end(.failure(TransferError.connectionLost(url: url, detail: detail)))
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
        hops.append(RedirectHop(url: url, status: parser.status))
        needsFreshConnection = false
        url = target
        hostName = target.hostname
        return .nextHop
    }

    /// How many redirects were followed before the present hop.
    var redirectCount: Int { hops.count }

    private var summary: TransferSummary {
        var summary = TransferSummary(
            head: head, bodyBytes: bodyBytes, transferredBytes: receivedBytes, redirects: hops.count,
            wasRefused: isRefused, hasExcessBody: hasExcess)
        summary.hops = hops
        return summary
    }

    /// A referring address as it may be sent: without credentials and fragment (RFC 9110, section 10.1.3).
    private static func refererText(_ url: WebURL) -> String {
        url.withoutFragment().withoutCredentials().href
    }
}
