import DownloadQueue
import Fetching
import FoundationEssentials
import Syntax
import WHATWGURL

/// One attempt to download a file: it makes requests, adapts them to the responses, and finishes the file.
struct DownloadAttempt {
    /// An error response that ends the attempt.
    struct ErrorResponse: Error {
        let failure: QueueFailure
        let retryAfter: Date?
    }

    /// The maximum number of requests.
    ///
    /// Each response rules out one kind of request, so more would not help.
    private static let requestLimit = 5

    let partial: PartialDownload
    let engine: TransferEngine
    let options: DownloadOptions
    let committer: DownloadCommitter
    let segmentBudget: SegmentBudget

    /// A function that is called when all bytes have been received.
    let onReceived: @Sendable () -> Void

    /// The size of the largest file that is hashed on the engine's thread, where all other transfers have to wait.
    ///
    /// Hashing it takes a tenth of a millisecond, as long as a switch to another thread.
    private static let inlineHashLimit = 64 << 10

    /// A request, and the sink of its response.
    private struct Exchange: Sendable {
        let transfer: RunningTransfer
        let sink: DownloadSink
    }

    /// Starts the attempt, and returns at once.
    ///
    /// A small file with an ordinary response needs no task of its own: the engine's thread passes it to the committer.
    /// Any other response is handled in a task.
    ///
    /// - Parameters:
    ///   - writer: The writer that resumes the bytes on disk; nil if the download begins at 0.
    ///   - handle: Receives the functions that cancel the attempt.
    ///   - completion: Called once, on any thread, and must return quickly. It receives the item, done or quarantined,
    ///     or ``ErrorResponse``, ``QueueFailure``, an error of the transfer, or an error of the store.
    func start(
        _ writer: PartWriter?, handle: AttemptHandle,
        _ completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void
    ) {
        if let writer { return startTask(writer, nil, handle, completion) }
        let exchange = makeExchange(.all, nil)
        exchange.transfer.onFirstEvent { event in
            if case .ended(.success(let summary)) = event, let file = smallFile(exchange.sink, summary) {
                onReceived()
                return committer.commit(file, then: completion)
            }
            startTask(nil, (exchange, event), handle, completion)
        }
        send(exchange, request(.all, nil))
        handle.onCancel { [transfer = exchange.transfer] in transfer.stop() }
    }

    /// Returns a small file that was received completely into memory; nil if the response must be handled in a task.
    private func smallFile(_ sink: DownloadSink, _ summary: TransferSummary) -> FinishedDownload? {
        // If this fails, the task fails in the same way and reports the error.
        guard (try? sink.end()) != nil, !summary.hasExcessBody, let memory = sink.memory,
            memory.bytes.count <= Self.inlineHashLimit
        else { return nil }
        return try? FinishedDownload(partial: partial, memory: memory)
    }

    /// Runs the attempt in a task.
    ///
    /// - Parameters:
    ///   - writer: The writer that resumes the bytes on disk; nil if there are none.
    ///   - first: The first request, if it was made already, and the first event of its transfer.
    ///   - handle: Receives the function that cancels the task.
    ///   - completion: Receives the result.
    private func startTask(
        _ writer: PartWriter?, _ first: (Exchange, RunningTransfer.Event)?, _ handle: AttemptHandle,
        _ completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void
    ) {
        let task = Task {
            do {
                completion(.success(try await run(writer, first)))
            } catch {
                completion(.failure(error))
            }
        }
        handle.onCancel { task.cancel() }
    }

    private func run(_ writer: PartWriter?, _ first: (Exchange, RunningTransfer.Event)?) async throws -> QueueItem {
        do {
            return try await download(writer, first)
        } catch is CancellationError {
            try await recordDurableBytes()
            throw CancellationError()
        } catch let error as QueueFailure where error.class == .excess {
            // A server that sent too many bytes has sent something other than it announced, so none of them are kept.
            try await discard()
            throw error
        } catch let error as TransferError where error.isDecompressionBomb {
            // The bytes only take up space, and another attempt would receive the same.
            try await discard()
            throw error
        } catch {
            try await recordDurableBytes()
            throw error
        }
    }

    // MARK: Requests

    private enum Step {
        case done(QueueItem)
        case request(RangeRequest)
    }

    private func download(
        _ prepared: PartWriter?, _ first: (Exchange, RunningTransfer.Event)?
    ) async throws -> QueueItem {
        var writer = prepared
        var range = RangeRequest.all
        if let writer {
            if writer.isComplete { return try await finish(writer) }
            if writer.isSplit {
                do {
                    try await SegmentedDownload(attempt: self, writer: writer, hasWhole: false).run(first: nil)
                    return try await finish(writer)
                } catch is SegmentedDownload.StartOver {
                    try await discard()
                }
            } else {
                range = .remainder(after: writer.content.durableBytes, conditional: true)
            }
        }
        if !range.hasRange { writer = nil }
        var first = first
        for _ in 0..<Self.requestLimit {
            let step: Step
            if let (exchange, event) = first {
                first = nil
                step = try await follow(exchange, event, range, writer)
            } else {
                step = try await transfer(range, writer)
            }
            switch step {
            case .done(let item): return item
            case .request(let next):
                if !next.hasRange {
                    try await discard()
                    writer = nil
                }
                range = next
            }
        }
        throw contradictoryResponses
    }

    /// Makes one request and follows its transfer.
    private func transfer(_ range: RangeRequest, _ writer: PartWriter?) async throws -> Step {
        let exchange = makeExchange(range, writer)
        send(exchange, request(range, writer?.content))
        return try await follow(exchange, await exchange.transfer.next(), range, writer)
    }

    private func makeExchange(_ range: RangeRequest, _ writer: PartWriter?) -> Exchange {
        let transfer = RunningTransfer()
        return Exchange(
            transfer: transfer,
            sink: DownloadSink(partial: partial, range: range, writer: writer, transfer: transfer))
    }

    private func send(_ exchange: Exchange, _ request: TransferRequest) {
        partial.onFailure { exchange.transfer.stop($0) }
        exchange.transfer.start(request, on: engine, into: exchange.sink)
    }

    /// Follows a transfer from its first event to its end.
    private func follow(
        _ exchange: Exchange, _ event: RunningTransfer.Event, _ range: RangeRequest, _ writer: PartWriter?
    ) async throws -> Step {
        let (transfer, sink) = (exchange.transfer, exchange.sink)
        let result: Result<TransferSummary, any Error>
        switch event {
        case .ended(let end): result = end
        case .split: return try await continueInSegments(transfer, sink, range)
        }
        let summary: TransferSummary
        do {
            summary = try result.get()
        } catch is PartWriter.Mismatch {
            return .request(.all)
        } catch is DownloadSink.TwiceCompressed {
            return .request(.allCompressed)
        } catch {
            try await partial.run { if sink.memory != nil { try sink.spill() } }
            throw sink.failure ?? error
        }
        try sink.end()
        if sink.isOpening { await partial.drain() }
        if let failure = sink.failure { throw failure }
        return try await end(range, sink, summary, writer)
    }

    /// Shares a file that was requested as a whole among several connections.
    private func continueInSegments(
        _ transfer: RunningTransfer, _ sink: DownloadSink, _ range: RangeRequest
    ) async throws -> Step {
        guard let writer = partial.writer else { throw contradictoryResponses }
        do {
            try await SegmentedDownload(attempt: self, writer: writer, hasWhole: true)
                .run(first: (transfer, sink))
            return .done(try await finish(writer))
        } catch is SegmentedDownload.StartOver {
            return .request(range == .allCompressed ? .allCompressed : .allUnsplit)
        }
    }

    /// Returns the step after a response that ended, or whose body was not accepted.
    private func end(
        _ range: RangeRequest, _ sink: DownloadSink, _ summary: TransferSummary, _ resumed: PartWriter?
    ) async throws -> Step {
        switch sink.plan {
        case .fromStart, .resume: return try await endBody(sink, summary)
        case .complete(let content):
            guard let resumed else { throw contradictoryResponses }
            _ = resumed.resume(content, from: 0, to: 0)
            return .done(try await finish(resumed))
        case .requestAll where range.hasRange: return .request(.all)
        case .requestCompressed where range != .allCompressed: return .request(.allCompressed)
        case .requestUnconditionally:
            guard case .rest(let start, conditional: true) = range else { throw contradictoryResponses }
            return .request(.rest(from: start, conditional: false))
        case .fail(let failure, let retryAfter):
            throw ErrorResponse(failure: failure.prefixed(by: partial.item.url.href), retryAfter: retryAfter)
        case .requestAll, .requestCompressed, nil: throw contradictoryResponses
        }
    }

    /// Returns the step after a body that was accepted.
    private func endBody(_ sink: DownloadSink, _ summary: TransferSummary) async throws -> Step {
        let url = partial.item.url.href
        if summary.hasExcessBody { throw QueueFailure(.excess, "\(url): the server sent more than it announced") }
        // The digest is wrong, so neither these bytes nor the earlier ones are trusted.
        guard try sink.matchesContentDigest() else { return .request(.all) }
        if let memory = sink.memory {
            onReceived()
            return .done(try await committer.commit(FinishedDownload(partial: partial, memory: memory)))
        }
        guard let writer = sink.writer else { throw contradictoryResponses }
        guard writer.missingBytes == 0 else {
            throw QueueFailure(.short, "\(url): \(writer.missingBytes) bytes are missing")
        }
        return .done(try await finish(writer))
    }

    private var contradictoryResponses: QueueFailure {
        QueueFailure(.protocol, "\(partial.item.url.href): the server's responses contradict each other")
    }

    /// Returns the request for a file or a part of it.
    ///
    /// - Parameters:
    ///   - range: The requested bytes.
    ///   - disk: The bytes on disk, whose validator is sent in If-Range; nil if there are none.
    ///   - end: The end of the requested bytes; nil for all that follow.
    /// - Returns: The request.
    func request(_ range: RangeRequest, _ disk: PartialContent?, to end: Int64? = nil) -> TransferRequest {
        let item = partial.item
        var request = TransferRequest(url: item.url)
        request.headers = item.headers
        // The item's address is what its netrc file was named for.
        request.usesNetrc = true
        if case .rest(_, let isConditional) = range, let value = range.range(to: end) {
            request.headers.append(HeaderField(name: "Range", value: value))
            if isConditional, let validator = disk?.validator {
                request.headers.append(HeaderField(name: "If-Range", value: validator))
            }
        }
        request.acceptsCompression = range == .allCompressed
        request.expansionAllowance = options.expansionAllowance
        request.userAgent = item.request.userAgent ?? options.userAgent
        request.referer = item.referer
        request.sharedLimit = options.sharedLimit
        request.allowsDowngrade = options.allowsDowngrade
        request.connectTimeout = options.connectTimeout
        request.lowSpeed = options.lowSpeed
        request.addressPolicy = IPAddressPolicy(
            options.rules?.privateHosts(of: item) ?? item.request.privateHosts, allowing: options.privateHosts())
        return request
    }

    // MARK: The file

    /// Records the bytes on disk of an attempt that has ended early.
    ///
    /// - Throws: Only ``QueueError``, after which nothing may be written any more.
    private func recordDurableBytes() async throws {
        do {
            try await partial.run { [partial] in try partial.checkpoint() }
        } catch let error as QueueError {
            // While the store is unavailable, the record of the last checkpoint is still correct.
            if case .storeUnavailable = error { return }
            throw error
        } catch {
            // The record of the last checkpoint is still correct, and the attempt's own error is more specific than
            // this one.
        }
    }

    private func discard() async throws {
        try await partial.run { [partial] in try partial.discard() }
    }

    /// Verifies a complete part file and renames it.
    private func finish(_ writer: PartWriter) async throws -> QueueItem {
        onReceived()
        let finished = try await partial.run { [partial] in
            // The marks of the pieces are about to be truncated, so the pieces are recorded first. A part file in the
            // work directory must remain usable if it cannot be published, even after a power failure.
            if writer.isSplit || partial.work != nil { try partial.checkpoint(waitsForStore: true) }
            partial.beginFinishing()
            let (content, digests) = try writer.finish()
            return FinishedDownload(partial: partial, body: .part(writer.file), content: content, digests: digests)
        }
        return try await committer.commit(partial.stagedInDestination(finished))
    }
}

extension QueueFailure {
    /// Returns the failure with an address before its message.
    func prefixed(by address: String) -> QueueFailure {
        QueueFailure(self.class, "\(address): \(message)", isLasting: isLasting)
    }
}

extension IPAddressPolicy {
    /// Creates the policy of a download.
    ///
    /// - Parameters:
    ///   - hosts: The private hosts that the download may contact.
    ///   - common: The private hosts that every download may contact.
    init(_ hosts: PrivateHosts, allowing common: PermittedHosts) {
        let allowed = PermittedHosts(named: common.named.union(hosts.others), remote: common.remote)
        self = hosts.includesOwn ? .publicRedirects(except: allowed) : .publicExcept(hosts: allowed)
    }
}
