package import Fetching
import LinkHarvest
import LinkOutput
import WHATWGURL

/// A run over the inputs and, in a crawl, the pages that they link to.
///
/// It connects a ``Frontier``, which decides which page is read next, with the sources of the inputs, the journal and
/// the checks of links, and returns what happens as events.
///
/// It must be used by a single task.
package final class LinkRun {
    /// The end of a page, which may be delayed by checks of the page's links.
    private struct PageEnd {
        // Nil for a page that is skipped.
        var event: Event?
        var step: Frontier.Step
    }

    private let crawl: CrawlRun
    private let journal: CrawlJournal?
    private let progress: LinkRunProgress
    private let sources: [PageSource]
    /// True if the journal records that all pages have been processed, so that nothing is left to do.
    let isComplete: Bool
    private var checks: LinkCheckQueue<PageEnd>?

    // The events to return before the next event of the crawl is requested.
    private var events: [Event] = []
    private var lastEnd: (page: Frontier.Page, step: Frontier.Step)?
    // The number of the page whose beginning was reported last.
    private var begun: Int?
    // The step of the page that the caller is processing; it is recorded at the next call of `nextEvent()`.
    private var doneStep: Frontier.Step?

    /// Creates a run; nothing is fetched before the first ``nextEvent()``.
    ///
    /// - Parameters:
    ///   - sources: The inputs, in the order of the results.
    ///   - local: Reads the inputs that are not fetched.
    ///   - localThreadCount: The maximum number of files that are read at a time.
    ///   - canReadAhead: Returns false for an input to which that limit does not apply, such as a named pipe.
    ///   - configuration: The settings of the run.
    ///   - progress: The run's counters.
    /// - Throws: `CrawlJournal.Failure` for a journal that cannot be used.
    init(
        sources: [PageSource], local: LocalPageHarvester, localThreadCount: Int,
        canReadAhead: @escaping @Sendable (PageSource) -> Bool, configuration: Configuration, progress: LinkRunProgress
    ) throws(CrawlJournal.Failure) {
        self.progress = progress
        self.sources = sources
        let seeds = sources.map(\.url)
        var fetcher = configuration.fetcher
        let checker = configuration.checksLinks ? LinkChecker(fetcher: fetcher) : nil
        if configuration.frontier.maximumDepth > 0, configuration.obeysRobots {
            fetcher.authorizer = RobotsGate(fetcher: fetcher, now: configuration.now)
        }
        var frontier = Frontier(seeds: seeds, options: configuration.frontier)
        journal = try Self.openJournal(configuration.journalPath, seeds: seeds, resuming: &frontier)
        isComplete = configuration.journalPath != nil && !sources.isEmpty && frontier.isDone
        let reader = LocalPageReader(
            harvester: local, maximumActiveCount: localThreadCount, canReadAhead: canReadAhead)
        let crawl = CrawlRun(frontier, limits: configuration.limits) { [fetcher, uptime = configuration.uptime] page in
            let entry = page.entry
            guard let url = entry.url else { return reader.read(sources[entry.number], into: page) }
            var archive: RemoteArchive?
            var fetcher = fetcher
            if entry.depth == 0, case .archive(let source) = sources[entry.number] {
                archive = source
                fetcher.policy = fetcher.policy.forArchive(range: source.range, limits: configuration.archiveLimits)
                // An archive is larger than a cache.
                fetcher.cache = nil
            }
            Self.start(page, at: url, archive, fetcher: fetcher, local: local, progress: progress, uptime: uptime)
        }
        self.crawl = crawl
        checks = checker.map { LinkCheckQueue(checker: $0) { crawl.wake() } }
    }

    /// Opens the journal, and advances the frontier past the pages that it records.
    private static func openJournal(
        _ path: String?, seeds: [WebURL?], resuming frontier: inout Frontier
    ) throws(CrawlJournal.Failure) -> CrawlJournal? {
        guard let path else { return nil }
        let journal = try CrawlJournal(path: path, seeds: seeds, options: frontier.options)
        for step in journal.steps where !frontier.replay(step) { throw .foreign(path: path) }
        return journal
    }

    /// Starts to fetch and harvest a page.
    private static func start(
        _ page: CrawlPageHandle, at url: WebURL, _ archive: RemoteArchive?, fetcher: PageFetcher,
        local: LocalPageHarvester, progress: LinkRunProgress, uptime: @escaping @Sendable () -> Duration
    ) {
        let receiver = CrawlPageReceiver(page: page)
        let isInput = page.entry.depth == 0
        let notify: @Sendable (HarvestNotice) -> Void = { notice in
            // Most of the pages at the edge of a site have no links, and nobody chose them one by one.
            if case .reading(let reading) = notice, !isInput, reading.contradicted == nil { return }
            progress.receive(notice, isLocal: false)
        }
        let sink = PageHarvestSink(
            harvester: local.harvester, name: archive?.name ?? url.withoutCredentials().href, archive: archive,
            receiver: receiver, notify: notify
        ) { [limit = fetcher.policy.totalTimeout] url in
            // The time of an archive is that of each request.
            guard archive == nil, let limit else { return nil }
            return PageDeadline(url: url, limit: limit, uptime: uptime)
        }
        let fetch = fetcher.start(url, into: sink) { result in
            if case .success(let outcome) = result { progress.count { $0.bytes += outcome.bodyBytes } }
            receiver.finish(sink, after: result)
        }
        page.attach(fetch)
    }

    /// True if the links written so far should be flushed: always with a journal, otherwise if ``nextEvent()`` would
    /// have to wait.
    var isCaughtUp: Bool { journal != nil || (events.isEmpty && lastEnd == nil && !crawl.hasNextEvent) }

    /// Returns the next event, in the order of the inputs and of the crawl.
    ///
    /// - Returns: nil at the end.
    /// - Throws: `CrawlJournal.Failure` if the journal cannot be written.
    func nextEvent() async throws -> Event? {
        if let step = doneStep.take() { try journal?.append(step) }
        while true {
            if !events.isEmpty { return events.removeFirst() }
            if let event = try endOfLastPage() { return event }
            switch checks?.next() {
            case .checked(let links): return .checked(links)
            case .mark(let end):
                if let event = try finish(end) { return event }
                continue
            case nil: break
            }
            switch await crawl.nextEvent(waitsForPages: checks?.isFull != true) {
            case .links(let batch, let entry, let url):
                receive(batch, of: entry, at: url)
                progress.update { $0.queued = crawl.queuedCount }
            case .page(let page, let step): receive(page, step)
            case .woken: break
            case nil:
                // Links that are still being checked come before the end.
                guard checks?.isEmpty == false else { return nil }
                _ = await crawl.nextEvent(waitsForPages: false)
            }
        }
    }

    /// Checks links, which ``nextEvent()`` returns later with their results.
    func check(_ links: [HarvestedLink]) {
        checks?.add(links)
    }

    /// Counts broken links that were written.
    func count(broken: Int) {
        guard broken > 0 else { return }
        progress.update {
            $0.queued = crawl.queuedCount
            $0.broken += broken
        }
    }

    /// Cancels all pages; ``nextEvent()`` returns nil from now on.
    func stop() {
        progress.count { $0.queued = crawl.queuedCount }
        crawl.stop()
    }

    // MARK: Pages

    private func receive(_ page: Frontier.Page, _ step: Frontier.Step) {
        if !page.isSkipped {
            if page.failure == nil { begin(page.entry, at: page.finalURL) }
            for batch in page.links { receive(batch, of: page.entry, at: page.finalURL) }
        }
        lastEnd = (page, step)
    }

    private func receive(_ batch: LinkBatch, of entry: Frontier.Entry, at url: WebURL?) {
        begin(entry, at: url)
        progress.count { $0.links += batch.count }
        events.append(.links(batch))
    }

    private func begin(_ entry: Frontier.Entry, at url: WebURL?) {
        guard begun != entry.number else { return }
        begun = entry.number
        events.append(.begin(page(entry, at: url)))
    }

    private func page(_ entry: Frontier.Entry, at url: WebURL?) -> Event.Page {
        Event.Page(url: url, input: entry.depth == 0 ? entry.number : nil)
    }

    /// Returns the end of the page whose links were all delivered.
    ///
    /// If links are still being checked, the end is queued.
    private func endOfLastPage() throws -> Event? {
        guard let (page, step) = lastEnd.take() else { return nil }
        let end = PageEnd(event: end(of: page), step: step)
        guard checks?.isEmpty == false else { return try finish(end) }
        checks?.add(end)
        return nil
    }

    /// Counts the end of a page.
    ///
    /// - Returns: nil for a page that is skipped.
    private func end(of ended: Frontier.Page) -> Event? {
        let queued = crawl.queuedCount
        if let error = ended.failure {
            let failure = PageFailure(source: ended.entry.url?.withoutCredentials().href ?? "-", error: error)
            if ended.entry.depth > 0, begun != ended.entry.number,
                failure.meansNoDocument || checks != nil && failure.isRefusal
            {
                progress.observer.report(.skippedFailure(failure))
                return nil
            }
            let counts = ended.entry.depth > 0 || progress.isFirstFailure(of: sources[ended.entry.number])
            progress.update {
                $0.queued = queued
                if counts { $0.add(failure) }
            }
            return counts ? .failed(failure) : nil
        }
        if ended.isSkipped {
            progress.observer.report(.skippedRedirect(from: ended.entry.url, to: ended.finalURL))
            return nil
        }
        progress.update {
            $0.queued = queued
            $0.pages += 1
        }
        return .end(page(ended.entry, at: ended.finalURL))
    }

    /// Returns the end of a page.
    ///
    /// It is recorded in the journal when the caller has processed it, or now if the page is skipped.
    private func finish(_ end: PageEnd) throws -> Event? {
        guard let event = end.event else {
            try journal?.append(end.step)
            return nil
        }
        doneStep = end.step
        return event
    }
}

extension LinkRun {
    /// An event of a run.
    ///
    /// The events of one page are consecutive, and the pages are in order.
    enum Event {
        /// A page's identity.
        struct Page {
            /// The URL of the final response; nil for a file, standard input, and a page without a response.
            var url: WebURL?
            /// The index of the page's input; nil for a page that a crawl found.
            var input: Int?
        }

        /// The beginning of a page.
        case begin(Page)
        /// Links of the page in document order.
        case links(LinkBatch)
        /// Links with the results of their checks; they may belong to an earlier page.
        case checked([CheckedLink])
        /// The end of a page.
        case end(Page)
        /// The failure of a page; the links that were found before it have been delivered.
        case failed(PageFailure)
    }
}

extension LinkRun {
    /// The settings of a run.
    package struct Configuration: Sendable {
        /// The fetcher of all pages.
        package var fetcher: PageFetcher
        /// The limits of requests for web archives.
        package var archiveLimits: FetchPolicy.ArchiveLimits
        /// The scope of the crawl.
        package var frontier: Frontier.Options
        /// The memory limits of the crawl.
        package var limits: CrawlRun.Limits
        /// True if the crawl obeys robots.txt.
        package var obeysRobots: Bool
        /// True if every link is checked.
        package var checksLinks: Bool
        /// The path of the crawl's journal; nil for a crawl that cannot be resumed.
        package var journalPath: String?
        /// A clock that returns the seconds since 1970.
        package var now: @Sendable () -> Int64
        /// A clock that returns the time since some moment, which measures how long pages take.
        var uptime: @Sendable () -> Duration

        /// Creates the configuration of a run that fetches only its inputs.
        ///
        /// - Parameters:
        ///   - fetcher: The fetcher of all pages.
        ///   - now: A clock that returns the seconds since 1970.
        ///   - uptime: A clock that returns the time since some moment.
        package init(
            fetcher: PageFetcher, now: @escaping @Sendable () -> Int64,
            uptime: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in ContinuousClock.now - start
            }
        ) {
            self.fetcher = fetcher
            self.now = now
            self.uptime = uptime
            archiveLimits = FetchPolicy.ArchiveLimits()
            frontier = Frontier.Options()
            limits = CrawlRun.Limits()
            obeysRobots = true
            checksLinks = false
        }
    }
}
