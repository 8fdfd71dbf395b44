import CLibCurl
import HTTPSyntax
import WHATWGURL

/// A transfer that the engine's thread runs, with its easy handle, its current hop and the previous hops.
final class ActiveTransfer {
    /// The outcome of a hop.
    enum HopOutcome {
        /// The transfer has ended.
        case end(Result<TransferSummary, any Error>)

        /// The same hop is repeated on a new connection.
        case repeatHop

        /// The target of a redirect is the next hop.
        case nextHop
    }

    let job: TransferJob

    /// The handle on which the transfer runs; nil while it is queued.
    private(set) var handle: EasyHandle?

    /// The URL of the current hop.
    private(set) var url: WebURL

    /// The name of the current hop's host, to which the limit for each host applies.
    private(set) var hostName: String

    /// The check of the addresses of all hops.
    var addresses: AddressCheck

    /// The state of the current hop, which the callbacks in ActiveTransfer+Callbacks.swift change.
    var hop = TransferHop()

    // A weak reference would cost a lookup for each callback, and the loop outlives its transfers.
    unowned let loop: EngineLoop

    /// The cookies that the redirects before the current hop have set.
    private let cookies: ChainCookies

    private var headers: [HTTPField]
    private var referer: String?
    private var hops: [RedirectHop] = []
    private var needsFreshConnection = false
    private var activeTime: Duration = .zero

    /// Creates a transfer that is queued.
    init(job: TransferJob, loop: EngineLoop) {
        self.job = job
        self.loop = loop
        url = job.request.url
        hostName = url.hostname
        headers = job.request.headers
        cookies = job.request.cookies ?? ChainCookies()
        addresses = AddressCheck(
            job.request.addressPolicy, ownHost: job.request.ownHost ?? job.request.url.hostname,
            hasReachedPublic: job.request.hasReachedPublic)
        referer = job.request.referer.map { WebURL($0).map(Self.refererText) ?? $0 }
    }

    /// True if the URL has a user name or a password.
    var hasCredentials: Bool { url.hasCredentials }

    /// Attaches the transfer to the handle on which it will run.
    func attach(_ handle: EasyHandle) {
        self.handle = handle
        handle.begin(self)
    }

    /// Detaches the transfer from its handle.
    func detach() -> EasyHandle? {
        defer { handle = nil }
        handle?.end()
        return handle
    }

    // MARK: The start of a hop

    /// Sets up the easy handle for the current hop.
    ///
    /// - Parameter handle: The handle that the transfer is attached to.
    /// - Throws: ``TransferError`` if the transfer's timeout has elapsed or libcurl rejects an option.
    func prepare(_ handle: EasyHandle) throws(TransferError) {
        hop = TransferHop()
        guard addresses.begin(url, proxy: handle.proxy(for:)) else { throw refusedAddress() }
        hop.limiter = job.request.bytesPerSecondLimit.map { RateLimiter(bytesPerSecond: $0) }
        var setter = OptionSetter(easy: handle.easy)
        handle.setUp(&setter)
        handle.load(cookies, &setter)
        setConnection(&setter)
        setMethod(handle, &setter)
        try setTimeouts(&setter)
        setSpeeds(handle, &setter)
        handle.apply(
            EasyHandle.Texts(
                userAgent: job.request.userAgent, referer: referer,
                proxy: proxyChoice, fields: headers,
                acceptsCompression: job.request.acceptsCompression, hasBody: job.request.method == .post),
            &setter)
        guard setter.isGood else {
            throw .request(url: url, detail: "libcurl \(CurlLibrary.version) rejects an option of the request")
        }
        hop.start = .now
    }

    private var proxyChoice: EasyHandle.ProxyChoice {
        switch addresses.mode {
        case .none: job.request.addressPolicy.isDirect ? .none : .configured
        case .direct: .none
        case .proxied(let url): .fixed(url)
        }
    }

    /// Returns the error of a hop whose host has an address that is not allowed.
    func refusedAddress() -> TransferError {
        let subject = redirectCount > 0 ? "redirected to \(url.hostname), which" : url.hostname
        return .refusedAddress(
            url: url,
            detail: IPAddressPolicy.isPrivateLiteral(url.hostname)
                ? "\(subject) is not a public address" : "\(subject) resolves to an address that is not public")
    }

    private func setConnection(_ setter: inout OptionSetter) {
        setter.set(CLIBCURL_URL, url.withoutFragment().href)
        let isTLS = url.scheme == "https"
        // A second transfer to a host waits until it is certain if the first one's connection can carry both.
        setter.set(CLIBCURL_PIPEWAIT, isTLS ? 1 : 0)
        setter.set(CLIBCURL_HTTP_VERSION, Int64(isTLS ? CLIBCURL_HTTP_VERSION_2TLS : CLIBCURL_HTTP_VERSION_1_1))
        setter.set(CLIBCURL_FRESH_CONNECT, needsFreshConnection ? 1 : 0)
        setter.set(CLIBCURL_FORBID_REUSE, 0)
        setter.set(CLIBCURL_VERBOSE, 0)
    }

    private func setMethod(_ handle: EasyHandle, _ setter: inout OptionSetter) {
        setter.set(CLIBCURL_NOBODY, job.request.method == .head ? 1 : 0)
        if job.request.method == .get { setter.set(CLIBCURL_HTTPGET, 1) }
        if job.request.method == .post { handle.setBody(job.request.body, &setter) }
    }

    private func setTimeouts(_ setter: inout OptionSetter) throws(TransferError) {
        setter.set(CLIBCURL_CONNECTTIMEOUT_MS, max(1, job.request.connectTimeout.wholeMilliseconds))
        if let total = job.request.totalTimeout {
            let left = (total - activeTime).wholeMilliseconds
            guard left > 0 else { throw .timeout(url: url, detail: "the transfer took longer than \(total)") }
            hop.timeout = left
        }
        setter.set(CLIBCURL_TIMEOUT_MS, hop.timeout)
    }

    private func setSpeeds(_ handle: EasyHandle, _ setter: inout OptionSetter) {
        let request = job.request
        // With small reads, a slow transfer receives its bytes evenly.
        let speed = [request.bytesPerSecondLimit, request.sharedLimit?.bytesPerSecond].compactMap(\.self).min()
        handle.setBufferSize(speed.map { min(131_072, max(1_024, $0)) } ?? 131_072)
        guard let rule = request.lowSpeed else {
            setter.set(CLIBCURL_LOW_SPEED_LIMIT, 0)
            setter.set(CLIBCURL_LOW_SPEED_TIME, 0)
            return
        }
        // libcurl does not count a paused transfer as slow, but it measures the speed when the transfer is resumed.
        let slowest =
            if request.sharedLimit != nil {
                // Other transfers may use all of a shared limit for a while. Receiving no byte at all is still too
                // slow.
                Int64(1)
            } else if let limit = request.bytesPerSecondLimit {
                min(rule.bytesPerSecond, max(1, limit / 2))
            } else {
                rule.bytesPerSecond
            }
        setter.set(CLIBCURL_LOW_SPEED_LIMIT, slowest)
        setter.set(CLIBCURL_LOW_SPEED_TIME, max(1, (rule.duration.wholeMilliseconds + 999) / 1_000))
    }

    // MARK: The end of a hop

    /// Decides what follows the current hop.
    ///
    /// - Parameter result: libcurl's result code.
    /// - Returns: The end of the transfer, or the next hop.
    func finishHop(result: Int32) -> HopOutcome {
        if let start = hop.start { activeTime += .now - start }
        if hop.parser.fields.contains(where: { $0.isNamed("Set-Cookie") }) { handle?.store(in: cookies) }
        if let connection = hop.connection, hop.parser.isVersionOne { loop.connections.end(connection) }
        switch hop.verdict {
        case .staleConnection where !needsFreshConnection:
            needsFreshConnection = true
            return .repeatHop
        case .failed(let error): return .end(.failure(error))
        // The target of a redirect is valid even if its body was cut off.
        case .redirect(let target): return follow(target)
        case .refused: return .end(.success(summary))
        case .undecided, .staleConnection: return .end(finish(result: result))
        }
    }

    private func finish(result: Int32) -> Result<TransferSummary, any Error> {
        guard result == Int32(CLIBCURL_OK) else {
            let isInHead = hop.head == nil && hop.parser.status != 0
            return .failure(CurlFailure.error(result: result, detail: handle?.errorText, isInHead: isInHead, url: url))
        }
        guard hop.head != nil else {
            let detail = "the connection ended before the response's head was complete"
            return .failure(TransferError.connectionLost(url: url, detail: detail))
        }
        do throws(ContentDecoder.Failure) {
            try hop.decoder?.finish()
        } catch {
            return .failure(CurlFailure.error(error, url: url))
        }
        return .success(summary)
    }

    private func follow(_ target: WebURL) -> HopOutcome {
        headers = RedirectPolicy.fields(headers, from: url, to: target)
        referer = RedirectPolicy.referer(referer, from: url, to: target)
        hops.append(RedirectHop(url: url, status: hop.parser.status))
        needsFreshConnection = false
        url = target
        hostName = target.hostname
        return .nextHop
    }

    /// The URLs of the redirects that were followed before the current hop.
    var redirects: [WebURL] { hops.map(\.url) }

    /// The number of redirects that were followed before the current hop.
    var redirectCount: Int { hops.count }

    private var wasRefused: Bool {
        if case .refused = hop.verdict { true } else { false }
    }

    private var summary: TransferSummary {
        var summary = TransferSummary(
            head: hop.head, bodyBytes: hop.bodyBytes, transferredBytes: hop.receivedBytes, redirects: hops.count,
            wasRefused: wasRefused, hasExcessBody: hop.hasExcess)
        summary.hops = hops
        return summary
    }

    /// Returns a URL in the form that Referer may contain: without credentials and fragment (RFC 9110, section 10.1.3).
    private static func refererText(_ url: WebURL) -> String {
        url.withoutFragment().withoutCredentials().href
    }
}
