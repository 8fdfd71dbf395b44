import Fetching
import LinkHarvest
import Synchronization
import Syntax
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
                fields: head.fields)
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

/// A receiver of the links of one page while the page is being fetched.
protocol LinkBatchReceiver: Sendable {
    /// Receives links in document order.
    ///
    /// - Parameters:
    ///   - batch: The next links.
    ///   - url: The URL of the response.
    func receive(_ batch: LinkBatch, at url: WebURL?)

    /// Reports bytes of a long page that have been read.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes since the last report.
    ///   - url: The URL of the response.
    func reportRead(byteCount: Int, at url: WebURL?)

    /// True if more of the page may be read now.
    var isReady: Bool { get }

    /// Discards the links received so far, because the page is fetched again.
    ///
    /// - Returns: False if they can no longer be discarded.
    func restart() -> Bool
}

/// The receiver of the links of one page in a crawl.
final class CrawlPageReceiver: LinkBatchReceiver {
    private let page: CrawlPageHandle
    // The links that are found when the page ends; they are delivered together with its end. Nil before that.
    private let lastLinks = Mutex<[LinkBatch]?>(nil)

    init(page: CrawlPageHandle) {
        self.page = page
    }

    var isReady: Bool { page.isReady }

    func receive(_ batch: LinkBatch, at url: WebURL?) {
        let isEnding = lastLinks.withLock { links in
            links?.append(batch)
            return links != nil
        }
        if !isEnding { page.add(batch, at: url) }
    }

    func reportRead(byteCount: Int, at url: WebURL?) { page.reportRead(byteCount: byteCount, at: url) }

    func restart() -> Bool { page.restart() }

    /// Ends the page; the links that were found before a failure are delivered.
    func finish(_ sink: PageHarvestSink, after result: Result<PageOutcome, any Error>) {
        lastLinks.withLock { $0 = [] }
        let failure = sink.finish(after: result)
        let links = lastLinks.withLock { $0.take() } ?? []
        page.finish(at: sink.finalURL, links: links, failure: failure)
    }
}

/// The limit of the time in which a page is received and processed, without the time in which its receiver is busy with
/// other pages.
///
/// The transfer has the same limit, but a page that takes long to process is still read after its transfer has ended.
final class PageDeadline: Sendable {
    private struct State {
        var start: Duration
        var pausedSince: Duration?
    }

    private let url: WebURL
    private let limit: Duration
    private let uptime: @Sendable () -> Duration
    private let state: Mutex<State>

    /// Starts the time of a page.
    ///
    /// - Parameters:
    ///   - url: The page's URL, for the error.
    ///   - limit: The maximum time.
    ///   - uptime: A clock that returns the time since some moment.
    init(url: WebURL, limit: Duration, uptime: @escaping @Sendable () -> Duration) {
        self.url = url
        self.limit = limit
        self.uptime = uptime
        state = Mutex(State(start: uptime()))
    }

    /// Stops the time while the receiver of the page is busy.
    func pause() {
        let now = uptime()
        state.withLock { $0.pausedSince = $0.pausedSince ?? now }
    }

    /// Checks the time, which continues after a pause.
    ///
    /// - Throws: `TransferError.timeout` if the page has taken too long.
    func check() throws {
        let now = uptime()
        let start = state.withLock { state in
            if let pausedSince = state.pausedSince.take() { state.start += now - pausedSince }
            return state.start
        }
        guard now - start > limit else { return }
        throw TransferError.timeout(url: url, detail: "receiving and reading the page took longer than \(limit)")
    }
}
