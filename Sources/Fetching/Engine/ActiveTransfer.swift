import CLibCurl
import Syntax
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
    private var addresses: AddressCheck

    /// The state of the current hop, which libcurl's callbacks change.
    var hop = TransferHop()

    // A weak reference would cost a lookup for each callback, and the loop outlives its transfers.
    unowned let loop: EngineLoop

    /// The cookies that the redirects before the current hop have set.
    private let cookies: ChainCookies

    private var headers: [HeaderField]
    private var referer: String?
    private var usesNetrc: Bool
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
        usesNetrc = job.request.usesNetrc
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
        handle.setNetrc(usesNetrc, &setter)
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
    private func refusedAddress() -> TransferError {
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
        usesNetrc = usesNetrc && RedirectPolicy.keepsSecrets(from: url, to: target)
        referer = RedirectPolicy.referer(referer, from: url, to: target)
        hops.append(RedirectHop(url: url, status: hop.parser.status))
        needsFreshConnection = false
        url = target
        hostName = target.hostname
        return .nextHop
    }

    /// The URLs of the redirects that were followed before the current hop.
    private var redirects: [WebURL] { hops.map(\.url) }

    /// The number of redirects that were followed before the current hop.
    private var redirectCount: Int { hops.count }

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

/// The functions that libcurl calls while a transfer runs.
extension ActiveTransfer {
    /// Returns the C functions that libcurl calls; they forward each call to the transfer of an easy handle, or to the
    /// loop.
    static func makeCallbacks(loop: EngineLoop) -> clibcurl_callbacks {
        clibcurl_callbacks(
            context: nil,
            socket_context: Unmanaged.passUnretained(loop).toOpaque(),
            header: { bytes, size, count, context in
                guard let transfer = ActiveTransfer.from(context) else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return transfer.catching { try transfer.receive(line: line) } ? line.count : 0
            },
            body: { bytes, size, count, context in
                guard let transfer = ActiveTransfer.from(context) else { return 0 }
                let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
                if transfer.mustPause() { return Int(CLIBCURL_PAUSE) }
                return transfer.catching { try transfer.receive(body: body) } ? body.count : 0
            },
            may_connect: { context, address, length in
                guard let transfer = ActiveTransfer.from(context) else { return false }
                return transfer.mayConnect(Array(UnsafeBufferPointer(start: address, count: length)))
            },
            may_send: { context, remote, remotePort, localPort in
                guard let transfer = ActiveTransfer.from(context) else { return false }
                return transfer.maySend(remote: remote, remotePort: remotePort, localPort: localPort)
            },
            excess: { context in
                ActiveTransfer.from(context)?.recordExcess()
            },
            socket_opened: { context, descriptor in
                EngineLoop.from(context)?.connections.insert(descriptor)
            },
            socket_closing: { context, descriptor in
                EngineLoop.from(context)?.connections.remove(descriptor)
            })
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        context.flatMap { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue().transfer }
    }

    /// Runs the body of a callback, and records an error that it throws.
    ///
    /// - Returns: False if libcurl must end the transfer.
    private func catching(_ body: () throws -> Bool) -> Bool {
        do {
            return try body()
        } catch {
            hop.fail(error)
            return false
        }
    }

    // MARK: Connecting

    private func mayConnect(_ address: [UInt8]) -> Bool {
        guard addresses.allows(address, of: hostName) else {
            hop.verdict = .failed(refusedAddress())
            return false
        }
        return true
    }

    /// Checks the connection on which the request is about to be sent; it may be one that another request opened.
    private func maySend(remote: UnsafePointer<CChar>?, remotePort: Int32, localPort: Int32) -> Bool {
        if job.request.addressPolicy != .any {
            var address = [UInt8](repeating: 0, count: 16)
            // An unknown address has no bytes, so only an exception for its host can allow it.
            var length = 0
            if let remote { length = Int(clibcurl_parse_address(remote, &address)) }
            let used = Array(address[..<length])
            guard addresses.allows(used, of: hostName) else {
                hop.verdict = .failed(refusedAddress())
                return false
            }
            addresses.recordConnection(to: used, of: hostName)
            // Another address of the host may have been refused before this one was allowed.
            if case .failed = hop.verdict { hop.verdict = .undecided }
        }
        hop.connection = loop.connections.find(localPort: localPort, remotePort: remotePort)
        if let connection = hop.connection, !loop.connections.begin(connection) {
            hop.verdict = .staleConnection
            forbidReuse()
            return false
        }
        return true
    }

    // MARK: The head

    private func receive(line: UnsafeRawBufferPointer) throws -> Bool {
        switch hop.parser.receive(line) {
        case .more: return true
        case .tooLong:
            throw TransferError.http(
                url: url, detail: "the response's head is longer than \(HeadParser.maximumBytes) bytes")
        case .complete:
            // libcurl reports excess bytes only in its trace. The trace is enabled after the head, because it takes
            // time.
            if let handle { _ = clibcurl_set_long(handle.easy, CLIBCURL_VERBOSE, 1) }
            return try receiveHead()
        }
    }

    private func receiveHead() throws -> Bool {
        let request = job.request
        var head = ResponseHead(
            status: hop.parser.status, fields: hop.parser.fields, url: url, httpVersion: hop.parser.version)
        head.hasReachedPublic = addresses.hasReachedPublic
        head.redirects = redirects
        switch ResponseFraming.defect(of: head) {
        case .uncertainEnd(let detail): throw TransferError.http(url: url, detail: detail)
        case .tooLarge: throw TransferError.tooLarge(url: url, limit: ByteCount.range.upperBound)
        case nil: break
        }
        hop.contentLength = hop.parser.contentLength
        if request.followsRedirects,
            let target = try RedirectPolicy.target(of: head, followed: redirectCount, request: request)
        {
            hop.verdict = .redirect(target)
            // If a body has no length, receive(body:) counts the bytes.
            guard request.method != .head, let length = hop.contentLength else { return true }
            return length <= RedirectPolicy.maximumDiscardedBytes
        }
        hop.head = head
        if request.acceptsCompression, request.method != .head {
            do throws(ContentDecoder.Failure) {
                hop.decoder = try ContentDecoder.make(
                    for: hop.parser.contentCodings, allowance: request.expansionAllowance)
            } catch {
                throw CurlFailure.error(error, url: url)
            }
        }
        if try job.sink.receive(head: head) == .refuse {
            hop.verdict = .refused
            return false
        }
        let hasBody = request.method != .head && head.status != 204 && head.status != 304
        let announced = hasBody && hop.decoder == nil ? hop.contentLength : nil
        if let limit = request.maximumBodyBytes, let announced, announced > limit, !request.deliversUpToLimit {
            throw TransferError.tooLarge(url: url, limit: limit)
        }
        return true
    }

    // MARK: The body

    /// Returns true if the transfer must pause, because the sink is not ready or a speed limit is reached.
    ///
    /// A sink resumes it through ``FlowControl``. The loop resumes it when the speed limit allows the next bytes.
    private func mustPause() -> Bool {
        if !hop.isRedirect, !job.sink.isReady {
            suspendTimeout()
            return true
        }
        resumeTimeout()
        let shared = job.request.sharedLimit
        guard hop.limiter != nil || shared != nil else { return false }
        guard let turn = [hop.limiter?.nextTurn(now: .now), shared?.nextTurn(now: .now)].compactMap(\.self).max()
        else { return false }
        loop.resume(self, at: turn)
        return true
    }

    /// Suspends the timeout while the sink pauses the transfer, because the server does not cause the delay.
    private func suspendTimeout() {
        guard hop.timeout > 0, hop.pausedSince == nil, let handle else { return }
        hop.pausedSince = .now
        _ = clibcurl_set_long(handle.easy, CLIBCURL_TIMEOUT_MS, 0)
    }

    /// Resumes the timeout, extended by the duration of the pause.
    private func resumeTimeout() {
        guard let since = hop.pausedSince, let handle else { return }
        hop.pausedSince = nil
        hop.timeout += (.now - since).wholeMilliseconds
        _ = clibcurl_set_long(handle.easy, CLIBCURL_TIMEOUT_MS, hop.timeout)
    }

    private func receive(body: UnsafeRawBufferPointer) throws -> Bool {
        guard !body.isEmpty else { return true }
        hop.receivedBytes += Int64(body.count)
        hop.limiter?.consume(body.count, now: .now)
        job.request.sharedLimit?.consume(body.count, now: .now)
        if hop.isRedirect { return hop.receivedBytes <= RedirectPolicy.maximumDiscardedBytes }
        if hop.receivedBytes == hop.contentLength { checkForExcess() }
        guard let decoder = hop.decoder else {
            try deliver(body)
            return true
        }
        do {
            try decoder.decode(body) { try deliver($0) }
        } catch let error as ContentDecoder.Failure {
            throw CurlFailure.error(error, url: url)
        }
        return true
    }

    private func deliver(_ body: UnsafeRawBufferPointer) throws {
        if let limit = job.request.maximumBodyBytes, hop.bodyBytes + Int64(body.count) > limit {
            if job.request.deliversUpToLimit, hop.bodyBytes < limit {
                let beginning = UnsafeRawBufferPointer(rebasing: body.prefix(Int(limit - hop.bodyBytes)))
                hop.bodyBytes = limit
                try job.sink.receive(body: beginning)
            }
            throw TransferError.tooLarge(url: url, limit: limit)
        }
        hop.bodyBytes += Int64(body.count)
        try job.sink.receive(body: body)
    }

    // MARK: Excess bytes

    /// Checks if more bytes than the body have arrived on its connection, at the end of a body of known length.
    private func checkForExcess() {
        guard hop.parser.isVersionOne, let handle else { return }
        let isTLS = url.scheme == "https"
        let decrypted = clibcurl_tls_pending(handle.easy, isTLS)
        let isWaiting = hop.connection.map { loop.connections.hasPendingBytes($0) } == true
        // With TLS, the bytes on the socket may be something other than data of a response, but a new connection is
        // cheap.
        if decrypted != 0 || isWaiting { forbidReuse() }
        if decrypted > 0 || (isWaiting && !isTLS) { hop.hasExcess = true }
    }

    private func recordExcess() {
        hop.hasExcess = true
        forbidReuse()
    }

    private func forbidReuse() {
        if let handle { _ = clibcurl_set_long(handle.easy, CLIBCURL_FORBID_REUSE, 1) }
    }
}

extension EngineLoop {
    fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> EngineLoop? {
        context.map { Unmanaged<EngineLoop>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The state of one hop of a transfer, which consists of one request and its response.
///
/// The whole value is replaced for each hop, so that no property of an earlier response remains.
struct TransferHop {
    /// The result of a hop, as far as the callbacks have determined it.
    enum Verdict {
        /// libcurl's result code determines the result.
        case undecided

        /// The connection on which the request was about to be sent has been closed, or has unread bytes.
        case staleConnection

        /// The response is a redirect that is followed.
        case redirect(WebURL)

        /// The sink refused the body.
        case refused

        /// The transfer fails.
        case failed(any Error)
    }

    /// The parser of the response's head.
    var parser = HeadParser()

    /// The head that the sink received; nil before that, and for a redirect that is followed.
    var head: ResponseHead?

    /// The result, as far as it has been determined.
    var verdict = Verdict.undecided

    /// The connection on which the request was sent.
    var connection: ConnectionTable.Connection?

    /// The decoder of the body; nil if the body is passed on as it is.
    var decoder: ContentDecoder?

    /// The announced length of the body in bytes; nil if there is none.
    var contentLength: Int64?

    /// The length of the body as it was sent, in bytes.
    var receivedBytes: Int64 = 0

    /// The length of the body as the sink received it, in bytes.
    var bodyBytes: Int64 = 0

    /// True if bytes beyond the end of the response were received.
    var hasExcess = false

    /// The limiter of this transfer's speed; nil if there is no limit.
    var limiter: RateLimiter?

    /// The timeout that was passed to libcurl, in milliseconds; 0 for none.
    var timeout: Int64 = 0

    /// The time at which the sink paused the transfer; nil while it is not paused.
    var pausedSince: ContinuousClock.Instant?

    /// The time at which the request was passed to libcurl.
    var start: ContinuousClock.Instant?

    /// True if the response is a redirect that is followed, so that its body is discarded.
    var isRedirect: Bool {
        if case .redirect = verdict { true } else { false }
    }

    /// Records an error, unless one has been recorded before.
    mutating func fail(_ error: any Error) {
        if case .failed = verdict { return }
        verdict = .failed(error)
    }
}
