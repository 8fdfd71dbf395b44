import FoundationEssentials
import Transfer
import WHATWGURL

/// One try: asks, writes what is answered, asks differently where the answer demands it, and finishes the file.
struct DownloadAttempt {
    /// A server's answer that ends the try.
    struct Answer: Error {
        let failure: QueueFailure
        let retryAfter: Date?
    }

    /// Each answer rules out one way of asking, so there are no more requests than ways.
    private static let requestLimit = 4

    let site: DownloadSite
    let engine: TransferEngine
    let options: DownloadOptions
    let bytesPerSecondLimit: Int64?

    /// Makes the try.
    ///
    /// - Returns: The item, done or quarantined.
    func run() async throws -> QueueItem {
        var writer = try await DiskThread.run { [site] in try site.prepare() }
        if let writer, writer.content.durableBytes == writer.content.total { return try await finish(writer) }
        var ask = writer == nil ? DownloadAsk.all : .rest(conditional: true)
        for _ in 0..<Self.requestLimit {
            let sink = makeSink(ask, writer)
            let summary: TransferSummary
            do {
                summary = try await transfer(ask, writer?.content, into: sink)
            } catch {
                try await keep(sink.writer, after: error)
                throw error
            }
            switch sink.plan {
            case .fromStart, .goOn:
                return try await finish(sink.writer, summary)
            case .complete(let content):
                writer?.goOn(content, count: 0)
                return try await finish(writer)
            case .askForAll where ask.wantsRange:
                try await discard()
                (writer, ask) = (nil, .all)
            case .askCompressed where ask != .allCompressed:
                try await discard()
                (writer, ask) = (nil, .allCompressed)
            case .askWithoutCondition where ask == .rest(conditional: true):
                ask = .rest(conditional: false)
            case .fail(let failure, let retryAfter):
                throw Answer(failure: failure.prefixed(by: site.item.url.href), retryAfter: retryAfter)
            case .askForAll, .askCompressed, .askWithoutCondition, nil:
                throw QueueFailure(.protocol, "\(site.item.url.href): the server's answer makes no sense")
            }
        }
        throw QueueFailure(.protocol, "\(site.item.url.href): the server's answers make no sense")
    }

    private func makeSink(_ ask: DownloadAsk, _ writer: PartWriter?) -> DownloadSink {
        DownloadSink(writer: writer) { [site] head in
            ResponsePlan.decide(head: head, ask: ask, disk: writer?.content ?? .nothing, now: site.journal.now)
        } begin: { [site] head, content in
            try site.begin(head, content)
        }
    }

    private func request(_ ask: DownloadAsk, _ disk: PartialContent?) -> TransferRequest {
        let item = site.item
        var request = TransferRequest(url: item.url)
        request.headers = item.headers
        if ask.wantsRange, let disk {
            request.headers.append(HTTPField(name: "Range", value: "bytes=\(disk.durableBytes)-"))
            if ask == .rest(conditional: true), let validator = disk.validator {
                request.headers.append(HTTPField(name: "If-Range", value: validator))
            }
        }
        request.acceptsCompression = ask == .allCompressed
        request.maximumBodyBytes = options.maximumBytes
        request.userAgent = options.userAgent
        request.referer = item.referer
        request.bytesPerSecondLimit = bytesPerSecondLimit
        request.addressPolicy = options.addressPolicy
        return request
    }

    /// Makes one request, with checkpoints while it runs.
    private func transfer(
        _ ask: DownloadAsk, _ disk: PartialContent?, into sink: DownloadSink
    ) async throws -> TransferSummary {
        let request = request(ask, disk)
        return try await withThrowingTaskGroup(of: TransferSummary?.self) { [site, engine, options] group in
            defer { group.cancelAll() }
            group.addTask { try await engine.run(request, into: sink) }
            group.addTask {
                for await _ in sink.checkpoints {
                    try await DiskThread.run { try site.checkpoint(sink.writer) }
                }
                return nil
            }
            group.addTask {
                while true {
                    try await site.journal.sleep(for: options.checkpointInterval)
                    sink.requestCheckpoint()
                }
            }
            while let result = try await group.next() {
                if let summary = result { return summary }
            }
            throw CancellationError()
        }
    }

    /// Records what is on disk when a transfer has ended early.
    ///
    /// - Throws: ``QueueError`` only: then nothing may be written any more.
    private func keep(_ writer: PartWriter?, after error: any Error) async throws {
        do {
            if let failure = error as? QueueFailure, failure.class == .excess {
                // A server that sends too much has sent something else than it announced.
                try await discard()
            } else {
                try await DiskThread.run { [site] in try site.checkpoint(writer) }
            }
        } catch let error as QueueError {
            throw error
        } catch {
            // The record stays at the last checkpoint, which is true; the first error says what is wrong.
        }
    }

    private func discard() async throws {
        try await DiskThread.run { [site] in try site.discard() }
    }

    private func finish(_ writer: PartWriter?, _ summary: TransferSummary) async throws -> QueueItem {
        if summary.hasExcessBody {
            try await discard()
            throw QueueFailure(.excess, "\(site.item.url.href): the server sent more than it announced")
        }
        if let writer, writer.missingBytes > 0 {
            try await DiskThread.run { [site] in try site.checkpoint(writer) }
            throw QueueFailure(.short, "\(site.item.url.href): \(writer.missingBytes) bytes are missing")
        }
        return try await finish(writer)
    }

    private func finish(_ writer: PartWriter?) async throws -> QueueItem {
        guard let writer else { throw QueueFailure(.internal, "no part file to finish") }
        return try await DiskThread.run { [site] in try site.finish(writer) }
    }
}

extension QueueFailure {
    /// The failure with the address in front.
    fileprivate func prefixed(by address: String) -> QueueFailure {
        QueueFailure(self.class, "\(address): \(message)", isLasting: isLasting)
    }
}
