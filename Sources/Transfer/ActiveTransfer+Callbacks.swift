import CLibCurl
import WHATWGURL

/// What libcurl calls while a transfer runs.
extension ActiveTransfer {
    /// The functions that lead from libcurl back to the transfer and to its loop.
    static func makeCallbacks(loop: EngineLoop) -> clibcurl_callbacks {
        clibcurl_callbacks(
            context: nil,
            socket_context: Unmanaged.passUnretained(loop).toOpaque(),
            header: { bytes, size, count, context in
                guard let transfer = ActiveTransfer.from(context) else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return transfer.goesOn { try transfer.receive(line: line) } ? line.count : 0
            },
            body: { bytes, size, count, context in
                guard let transfer = ActiveTransfer.from(context) else { return 0 }
                let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
                if transfer.pauses() { return Int(CLIBCURL_PAUSE) }
                return transfer.goesOn { try transfer.receive(body: body) } ? body.count : 0
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
                ActiveTransfer.from(context)?.noteExcess()
            },
            socket_opened: { context, descriptor in
                EngineLoop.from(context)?.connections.opened(descriptor)
            },
            socket_closing: { context, descriptor in
                EngineLoop.from(context)?.connections.closing(descriptor)
            })
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        context.flatMap { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue().transfer }
    }

    /// Runs the body of a callback.
    ///
    /// - Returns: False when the transfer is to end here.
    private func goesOn(_ body: () throws -> Bool) -> Bool {
        do {
            return try body()
        } catch {
            if failure == nil { failure = error }
            return false
        }
    }

    // MARK: Connecting

    private func mayConnect(_ address: [UInt8]) -> Bool {
        guard job.request.addressPolicy.allows(address, of: url.hostname) else {
            refuseAddress()
            return false
        }
        return true
    }

    /// Checks the connection that the request is about to be sent on, which may be one that another request opened.
    private func maySend(remote: UnsafePointer<CChar>?, remotePort: Int32, localPort: Int32) -> Bool {
        if job.request.addressPolicy != .any {
            var address = [UInt8](repeating: 0, count: 16)
            let length = remote.map { Int(clibcurl_parse_address($0, &address)) } ?? 0
            guard job.request.addressPolicy.allows(Array(address[..<length]), of: url.hostname) else {
                refuseAddress()
                return false
            }
            // Another of the host's addresses may have been refused before this one was tried.
            failure = nil
        }
        connection = loop.connections.find(localPort: localPort, remotePort: remotePort)
        if let connection, !loop.connections.begin(connection) {
            isStale = true
            forbidReuse()
            return false
        }
        return true
    }

    private func refuseAddress() {
        failure = TransferError.refusedAddress(
            url: url, detail: "\(url.hostname) leads to an address that is not public")
    }

    // MARK: The head

    private func receive(line: UnsafeRawBufferPointer) throws -> Bool {
        switch parser.receive(line) {
        case .more: return true
        case .tooLong:
            throw TransferError.http(
                url: url, detail: "the response's head is longer than \(HeadParser.maximumBytes) bytes")
        case .complete:
            // The trace tells of excess bytes, which are told of only after the head; to write all of it costs time.
            if let handle { _ = clibcurl_set_long(handle.easy, CLIBCURL_VERBOSE, 1) }
            return try receiveHead()
        }
    }

    private func receiveHead() throws -> Bool {
        let request = job.request
        let head = ResponseHead(status: parser.status, fields: parser.fields, url: url, httpVersion: parser.version)
        if let objection = ResponseFraming.objection(to: head) { throw TransferError.http(url: url, detail: objection) }
        contentLength = parser.contentLength
        if request.followsRedirects,
            let target = try RedirectPolicy.target(of: head, followed: redirectCount, request: request)
        {
            redirectTarget = target
            return request.method == .head || (contentLength ?? 0) <= RedirectPolicy.maximumDiscardedBytes
        }
        self.head = head
        if request.acceptsCompression, request.method != .head {
            do throws(ContentDecoder.Failure) {
                decoder = try ContentDecoder.make(for: parser.contentCodings)
            } catch {
                throw CurlFailure.error(error, url: url)
            }
        }
        if try job.sink.receive(head: head) == .refuse {
            isRefused = true
            return false
        }
        let hasBody = request.method != .head && head.status != 204 && head.status != 304
        let announced = hasBody && decoder == nil ? contentLength : nil
        if let limit = request.maximumBodyBytes, let announced, announced > limit, !request.deliversUpToLimit {
            throw TransferError.tooLarge(url: url, limit: limit)
        }
        return true
    }

    // MARK: The body

    /// Tells whether the sink or the speed limit holds the transfer back.
    ///
    /// The sink resumes it through ``FlowControl``, the loop when the speed limit allows the next bytes.
    private func pauses() -> Bool {
        if redirectTarget == nil, !job.sink.isReady {
            stopClock()
            return true
        }
        goOnWithClock()
        let shared = job.request.sharedLimit
        guard limiter != nil || shared != nil else { return false }
        guard let turn = [limiter?.nextTurn(now: .now), shared?.nextTurn(now: .now)].compactMap(\.self).max()
        else { return false }
        loop.resume(self, at: turn)
        return true
    }

    /// Takes the time limit away while the sink holds the transfer back, which is no fault of the server.
    private func stopClock() {
        guard timeLimit > 0, stoppedSince == nil, let handle else { return }
        stoppedSince = .now
        _ = clibcurl_set_long(handle.easy, CLIBCURL_TIMEOUT_MS, 0)
    }

    private func goOnWithClock() {
        guard let since = stoppedSince, let handle else { return }
        stoppedSince = nil
        timeLimit += (.now - since).wholeMilliseconds
        _ = clibcurl_set_long(handle.easy, CLIBCURL_TIMEOUT_MS, timeLimit)
    }

    private func receive(body: UnsafeRawBufferPointer) throws -> Bool {
        guard !body.isEmpty else { return true }
        receivedBytes += Int64(body.count)
        limiter?.take(body.count, now: .now)
        job.request.sharedLimit?.take(body.count, now: .now)
        if redirectTarget != nil {
            return receivedBytes <= RedirectPolicy.maximumDiscardedBytes
        }
        if receivedBytes == contentLength { checkForExcess() }
        guard let decoder else {
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
        if let limit = job.request.maximumBodyBytes, bodyBytes + Int64(body.count) > limit {
            if job.request.deliversUpToLimit, bodyBytes < limit {
                let beginning = UnsafeRawBufferPointer(rebasing: body.prefix(Int(limit - bodyBytes)))
                bodyBytes = limit
                try job.sink.receive(body: beginning)
            }
            throw TransferError.tooLarge(url: url, limit: limit)
        }
        bodyBytes += Int64(body.count)
        try job.sink.receive(body: body)
    }

    // MARK: Excess bytes

    /// Looks, at the end of a body of known length, whether more has come.
    private func checkForExcess() {
        guard parser.isVersionOne else { return }
        let isTLS = url.scheme == "https"
        let decrypted = handle.map { clibcurl_tls_pending($0.easy, isTLS) } ?? 0
        let isWaiting = connection.map { loop.connections.hasPendingBytes($0) } ?? false
        // Under TLS what waits on the socket need not be the server's data, but a new connection is cheap.
        if decrypted != 0 || isWaiting { forbidReuse() }
        if decrypted > 0 || (isWaiting && !isTLS) { hasExcess = true }
    }

    private func noteExcess() {
        hasExcess = true
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
