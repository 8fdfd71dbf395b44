import CLibCurl
import Numbers
import WHATWGURL

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
