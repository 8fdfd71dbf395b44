import HTTPSyntax
import LinkHarvest
import PageFetch
import Synchronization
import Transfer
import WHATWGURL

/// A sink that harvests a page while it is being fetched and delivers its links as they are found.
final class PageHarvestSink: PageSink {
    private struct State {
        var head: PageHead?
        var harvest: DocumentHarvest?
        var bodyBytes = 0
        var deadline: PageDeadline?
    }

    private let harvester: LinkHarvester
    private let name: String
    private let archive: RemoteArchive?
    private let receiver: any LinkBatchReceiver
    private let notify: @Sendable (HarvestNotice) -> Void
    private let makeDeadline: @Sendable (WebURL) -> PageDeadline?
    // The harvest calls the receiver while this is locked, so the receiver must not call the sink.
    private let state = Mutex(State())
    private let hasFailed = Atomic<Bool>(false)

    /// Creates a sink for one page.
    ///
    /// - Parameters:
    ///   - harvester: Finds the links.
    ///   - name: The `source` of the links.
    ///   - archive: The web archive that is fetched; nil for a page.
    ///   - receiver: Receives the links.
    ///   - notify: Receives problems that do not end the page, and the counts of web archives.
    ///   - makeDeadline: Starts the time in which the page must be received and processed; nil is no limit.
    init(
        harvester: LinkHarvester, name: String, archive: RemoteArchive? = nil, receiver: any LinkBatchReceiver,
        notify: @escaping @Sendable (HarvestNotice) -> Void = { _ in },
        makeDeadline: @escaping @Sendable (WebURL) -> PageDeadline? = { _ in nil }
    ) {
        self.harvester = harvester
        self.name = name
        self.receiver = receiver
        self.archive = archive
        self.notify = notify
        self.makeDeadline = makeDeadline
    }

    /// The URL of the final response; nil if there was no response.
    var finalURL: WebURL? { state.withLock { $0.head?.url } }

    func receive(head: PageHead) throws -> BodyDecision {
        state.withLock { $0.head = head }
        guard head.isSuccess else { return .refuse }
        // Nearly all pages have a text type, which is accepted without further checks.
        if archive == nil, let type = head.contentType, !type.hasPrefix("text/"),
            DocumentKind(contentType: type, name: nil, bytes: []) == .binary
        {
            throw LinkHarvestError.notADocument(source: name, kind: String(type.prefix { $0 != ";" }))
        }
        state.withLock { state in
            var description = DocumentHarvest.Description(
                source: name, contentType: head.contentType, url: head.url,
                fields: head.fields.map { HeaderField(name: $0.name, value: $0.value) })
            description.isArchive = archive != nil
            description.archiveOffset = Int(archive?.range?.lowerBound ?? 0)
            if archive != nil { description.fields = [] }
            if let deadline = makeDeadline(head.url) {
                state.deadline = deadline
                description.checkpoint = { try deadline.check() }
            }
            state.harvest = harvester.begin(
                description, notify: { [unowned self] in pass($0) },
                deliver: { [receiver] batch in receiver.receive(batch, at: head.url) })
        }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        // A buffer cannot be captured by the closure of the lock, but its address can. It is valid during this call.
        let (start, count) = (UInt(bitPattern: body.baseAddress), body.count)
        try state.withLock { state in
            let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: start), count: count)
            // Most pages arrive in one piece. Their links are counted, so their bytes need no report.
            if state.bodyBytes > 0 { receiver.reportRead(byteCount: count, at: state.head?.url) }
            state.bodyBytes += count
            try state.harvest?.receive(bytes.bindMemory(to: UInt8.self))
        }
        return .accept
    }

    var isReady: Bool {
        let (bodyBytes, deadline) = state.withLock { ($0.bodyBytes, $0.deadline) }
        let isReady = bodyBytes == 0 || receiver.isReady
        if !isReady { deadline?.pause() }
        return isReady
    }

    func restart() -> Bool {
        guard receiver.restart() else { return false }
        state.withLock { $0 = State() }
        return true
    }

    /// Ends the page after its fetch has ended, and delivers the remaining links.
    ///
    /// - Parameter result: The result of the fetch.
    /// - Returns: The error of a page that failed; nil for a page that was harvested to its end.
    func finish(after result: Result<PageOutcome, any Error>) -> (any Error)? {
        state.withLock { state in
            defer { state.harvest = nil }
            do {
                _ = try result.get()
                try state.deadline?.check()
                try finish(&state)
                return nil
            } catch {
                // The failure is reported separately; a warning that the page is truncated would repeat it.
                hasFailed.store(true, ordering: .relaxed)
                if error is TransferError, state.bodyBytes > 0 { try? state.harvest?.finish() }
                return error
            }
        }
    }

    private func finish(_ state: inout State) throws {
        guard let head = state.head else { return }
        guard head.isSuccess else { throw LinkPipelineError.status(source: name, code: head.status) }
        try state.harvest?.finish()
        if state.bodyBytes == 0 { throw LinkPipelineError.empty(source: name) }
    }

    private func pass(_ notice: HarvestNotice) {
        let hasFailed = hasFailed.load(ordering: .relaxed)
        switch notice {
        case .warning, .reading: if !hasFailed { notify(notice) }
        case .damagedRecord: notify(notice)
        case .archive(var summary):
            if hasFailed {
                summary.isTruncated = true
                summary.hasFailed = true
            }
            notify(.archive(summary))
        }
    }
}
