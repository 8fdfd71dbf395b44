import DownloadQueue
import FoundationEssentials
import Transfer
import WHATWGURL

/// One try: asks, takes in what is answered, asks differently where the answer demands it, and finishes the file.
struct DownloadAttempt {
    /// A server's answer that ends the try.
    struct Answer: Error {
        let failure: QueueFailure
        let retryAfter: Date?
    }

    /// Each answer rules out one way of asking, so there are no more requests than ways.
    private static let requestLimit = 5

    let site: PartialDownload
    let engine: TransferEngine
    let options: DownloadOptions
    let committer: DownloadCommitter

    /// Hears that all bytes are there.
    let received: @Sendable () -> Void

    /// Makes the try.
    ///
    /// - Parameter writer: Goes on with what is on disk; nil when the download begins at 0.
    /// - Returns: The item, done or quarantined.
    /// - Throws: ``Answer``, ``QueueFailure``, a transfer's error, and what the record throws.
    func run(_ writer: PartWriter?) async throws -> QueueItem {
        try await run(writer, begun: nil)
    }

    /// Goes on with a try that was begun without a task.
    ///
    /// - Parameters:
    ///   - begun: Its request.
    ///   - event: What was heard of it.
    /// - Returns: As ``run(_:)``.
    /// - Throws: As ``run(_:)``.
    func goOn(_ begun: Begun, _ event: RunningTransfer.Event) async throws -> QueueItem {
        try await run(nil, begun: (begun, event))
    }

    private func run(
        _ writer: PartWriter?, begun: (Begun, RunningTransfer.Event)?
    ) async throws -> QueueItem {
        do {
            return try await download(writer, begun)
        } catch is CancellationError {
            try await keep()
            throw CancellationError()
        } catch let error as QueueFailure where error.class == .excess {
            // A server that sends too much has sent something else than it announced.
            try await discard()
            throw error
        } catch {
            try await keep()
            throw error
        }
    }

    private func download(
        _ prepared: PartWriter?, _ begun: (Begun, RunningTransfer.Event)?
    ) async throws -> QueueItem {
        var writer = prepared
        var ask = RangeRequest.all
        if let writer {
            if writer.isComplete { return try await finish(writer) }
            if writer.isSplit {
                do {
                    try await SegmentedDownload(attempt: self, writer: writer).run(first: nil)
                    return try await finish(writer)
                } catch is SegmentedDownload.StartOver {
                    try await discard()
                }
            } else {
                ask = .rest(behind: writer.content.durableBytes, conditional: true)
            }
        }
        if !ask.wantsRange { writer = nil }
        var begun = begun
        for _ in 0..<Self.requestLimit {
            let step: Step
            if let (request, event) = begun {
                begun = nil
                step = try await follow(request, event, ask, writer)
            } else {
                step = try await transfer(ask, writer)
            }
            switch step {
            case .done(let item): return item
            case .again(let next):
                if !next.wantsRange {
                    try await discard()
                    writer = nil
                }
                ask = next
            }
        }
        throw senseless
    }

    private enum Step {
        case done(QueueItem)
        case again(RangeRequest)
    }

    /// Makes one request, and those that help it.
    private func transfer(_ ask: RangeRequest, _ writer: PartWriter?) async throws -> Step {
        let transfer = RunningTransfer()
        let sink = DownloadSink(site: site, ask: ask, writer: writer, transfer: transfer)
        site.onFailure { transfer.stop($0) }
        transfer.start(request(ask, writer?.content), on: engine, into: sink)
        return try await follow(Begun(transfer: transfer, sink: sink), await transfer.next(), ask, writer)
    }

    /// Takes a request to its end, of which something was heard.
    private func follow(
        _ begun: Begun, _ event: RunningTransfer.Event, _ ask: RangeRequest, _ writer: PartWriter?
    ) async throws -> Step {
        let (transfer, sink) = (begun.transfer, begun.sink)
        let result: Result<TransferSummary, any Error>
        switch event {
        case .ended(let end): result = end
        case .split:
            guard let shared = site.writer else { throw senseless }
            do {
                try await SegmentedDownload(attempt: self, writer: shared).run(first: (transfer, sink))
                return .done(try await finish(shared))
            } catch is SegmentedDownload.StartOver {
                return .again(ask == .allCompressed ? .allCompressed : .allAlone)
            }
        }
        let summary: TransferSummary
        do {
            summary = try result.get()
        } catch is PartWriter.Mismatch {
            return .again(.all)
        } catch {
            try await site.run { if sink.memory != nil { try sink.spill() } }
            throw sink.failure ?? error
        }
        if sink.isOpening { await site.drain() }
        if let failure = sink.failure { throw failure }
        return try await end(ask, sink, summary, writer)
    }

    /// Decides what follows a response that has come to its end, or was refused.
    private func end(
        _ ask: RangeRequest, _ sink: DownloadSink, _ summary: TransferSummary, _ resumed: PartWriter?
    ) async throws -> Step {
        switch sink.plan {
        case .fromStart, .goOn:
            if summary.hasExcessBody {
                throw QueueFailure(.excess, "\(site.item.url.href): the server sent more than it announced")
            }
            // Not one byte of it is believed, and what was there before may be as wrong.
            guard try sink.isAsAnnounced() else { return .again(.all) }
            if let memory = sink.memory {
                received()
                return .done(try await committer.commit(FinishedDownload(site: site, memory: memory)))
            }
            guard let writer = sink.writer else { throw senseless }
            guard writer.missingBytes == 0 else {
                throw QueueFailure(.short, "\(site.item.url.href): \(writer.missingBytes) bytes are missing")
            }
            return .done(try await finish(writer))
        case .complete(let content):
            guard let resumed else { throw senseless }
            _ = resumed.goOn(content, from: 0, to: 0)
            return .done(try await finish(resumed))
        case .askForAll where ask.wantsRange: return .again(.all)
        case .askCompressed where ask != .allCompressed: return .again(.allCompressed)
        case .askWithoutCondition:
            guard case .rest(let start, conditional: true) = ask else { throw senseless }
            return .again(.rest(from: start, conditional: false))
        case .fail(let failure, let retryAfter):
            throw Answer(failure: failure.prefixed(by: site.item.url.href), retryAfter: retryAfter)
        case .askForAll, .askCompressed, nil: throw senseless
        }
    }

    private var senseless: QueueFailure {
        QueueFailure(.protocol, "\(site.item.url.href): the server's answers make no sense")
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - ask: What it asks for.
    ///   - disk: What is on disk.
    ///   - end: The end of the wanted bytes; nil for all the rest.
    /// - Returns: The request.
    func request(_ ask: RangeRequest, _ disk: PartialContent?, to end: Int64? = nil) -> TransferRequest {
        let item = site.item
        var request = TransferRequest(url: item.url)
        request.headers = item.headers
        if case .rest(_, let isConditional) = ask, let range = ask.range(to: end) {
            request.headers.append(HTTPField(name: "Range", value: range))
            if isConditional, let validator = disk?.validator {
                request.headers.append(HTTPField(name: "If-Range", value: validator))
            }
        }
        request.acceptsCompression = ask == .allCompressed
        request.userAgent = item.request.userAgent ?? options.userAgent
        request.referer = item.referer
        request.sharedLimit = options.sharedLimit
        request.allowsDowngrade = options.allowsDowngrade
        request.connectTimeout = options.connectTimeout
        request.lowSpeed = options.lowSpeed
        return request
    }

    /// Records what is on disk when a try has ended early.
    ///
    /// - Throws: ``QueueError`` only: then nothing may be written any more.
    private func keep() async throws {
        do {
            try await site.run { [site] in try site.checkpoint() }
        } catch let error as QueueError {
            throw error
        } catch {
            // The record stays at the last checkpoint, which is true; the first error says what is wrong.
        }
    }

    private func discard() async throws {
        try await site.run { [site] in try site.discard() }
    }

    /// Checks a complete part file and gives it its name.
    private func finish(_ writer: PartWriter) async throws -> QueueItem {
        received()
        let finished = try await site.run { [site] in
            // The marks of the pieces are about to be cut off; what they say is recorded first.
            if writer.isSplit { try site.checkpoint() }
            site.beginFinishing()
            let (content, digests) = try writer.finish()
            return FinishedDownload(site: site, body: .part(writer.file), content: content, digests: digests)
        }
        return try await committer.commit(finished)
    }
}

extension QueueFailure {
    /// The failure with the address in front.
    func prefixed(by address: String) -> QueueFailure {
        QueueFailure(self.class, "\(address): \(message)", isLasting: isLasting)
    }
}
