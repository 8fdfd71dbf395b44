import Crawling
import FoundationEssentials
import LinkFormats
import LinkHarvest
import PageFetch
import TerminalHUD
import Transfer
import WHATWGURL

/// The pages of one `leftoff links`: the inputs, and with `--depth` the pages they lead to, in their order.
///
/// One task uses it.
final class PageRun {
    /// The end of a page, which may come after checks of its links.
    private struct PageEnd {
        // nil for a page that is left out.
        var event: PageRunEvent?
        var step: Frontier.Step
    }

    private let options: FetchOptions
    private let engine: TransferEngine
    private let cache: HTTPCache?
    private let crawl: CrawlRun
    private let record: CrawlJournal?
    private let progress: LinksProgress
    private let display: any StatusDisplay
    private let explain: @Sendable (String) -> Void
    private var checks: LinkCheckQueue<PageEnd>?

    // What is to be handed on before anything else is asked for.
    private var events: [PageRunEvent] = []
    private var lastEnd: (page: Frontier.Page, step: Frontier.Step)?
    private var begun: Int?
    private var cookies: [String] = []
    // The page that the caller has, to be recorded when he comes back.
    private var doneStep: Frontier.Step?

    /// Prepares a run; nothing is fetched yet.
    ///
    /// - Parameters:
    ///   - sources: The inputs.
    ///   - harvester: Finds links.
    ///   - options: How pages are fetched.
    ///   - display: Shows the progress.
    ///   - explain: Told what a curious user wants to know.
    /// - Throws: `CommandFailure` for files that cannot be used.
    init(
        sources: [PageSource], harvester: LinkHarvester, options: FetchOptions, display: any StatusDisplay,
        explain: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        self.options = options
        self.display = display
        self.explain = explain
        let seeds = sources.map(\.url)
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
        engine = try options.makeEngine()
        cache = try options.openCache()
        var fetcher = PageFetcher(
            engine: engine, policy: try options.policy(inputs: seeds.compactMap { $0 }), cache: cache, now: now)
        let checker = options.check ? LinkChecker(fetcher: fetcher) : nil
        if options.depth > 0, !options.ignoresRobots { fetcher.gate = RobotsGate(fetcher: fetcher, now: now) }

        let frontierOptions = options.frontierOptions
        var frontier = Frontier(seeds: seeds, options: frontierOptions)
        record = try options.resume.map { path in
            let journal = try CrawlJournal(path: path, seeds: seeds, options: frontierOptions)
            for step in journal.steps where !frontier.replay(step) { throw CrawlJournal.Failure.foreign(path: path) }
            return journal
        }
        let progress = LinksProgress(
            total: sources.count, isCrawl: options.depth > 0, display: display,
            report: options.progress == .json ? ProgressReport() : nil)
        self.progress = progress
        let loader = PageLoader(harvester: harvester) { line in
            progress.countDamage()
            display.log("leftoff: \(line)")
        }
        let files = LocalPages(loader: loader)
        let crawl = CrawlRun(frontier, limits: options.crawlLimits) { [fetcher] flow in
            guard let url = flow.entry.url else { return files.read(sources[flow.entry.number], into: flow) }
            let sink = PageHarvestSink(loader: loader, name: url.withoutCredentials().href, flow: flow)
            let fetch = fetcher.start(url, into: sink) { result in
                if case .success(let outcome) = result { progress.count(bytes: outcome.bodyBytes) }
                sink.end(result)
            }
            flow.attach(fetch)
        }
        self.crawl = crawl
        checks = checker.map { LinkCheckQueue(checker: $0) { crawl.wake() } }
    }

    /// True when the next event would have to be waited for, so that what was printed should be seen now.
    var isCaughtUp: Bool { record != nil || (events.isEmpty && lastEnd == nil && !crawl.hasNext) }

    /// How far the run has come.
    var status: LinksStatus { progress.status }

    /// What comes next, in the order of the inputs and of the crawl.
    ///
    /// - Returns: nil at the end.
    /// - Throws: `CommandFailure` when the crawl's record cannot be written.
    func next() async throws -> PageRunEvent? {
        if let step = doneStep.take() { try record?.append(step) }
        while true {
            if !events.isEmpty { return events.removeFirst() }
            if let (page, step) = lastEnd.take() {
                let end = PageEnd(event: end(of: page), step: step)
                if checks?.isEmpty == false {
                    checks?.add(end)
                } else if let event = try finish(end) {
                    return event
                }
            }
            switch checks?.next() {
            case .checked(let links): return .checked(links)
            case .mark(let end):
                if let event = try finish(end) { return event }
                continue
            case nil: break
            }
            switch await crawl.next(waitsForPages: checks?.isFull != true) {
            case .links(let batch, let entry, let url):
                take(batch, of: entry, at: url)
                progress.update(queued: crawl.queuedCount)
            case .page(let page, let step):
                if !page.isSkipped {
                    if page.failure == nil { begin(page.entry, at: page.finalURL) }
                    for batch in page.links { take(batch, of: page.entry, at: page.finalURL) }
                }
                lastEnd = (page, step)
            case .woken: break
            case nil:
                // What is still checked comes before the end.
                guard checks?.isEmpty == false else { return nil }
                _ = await crawl.next(waitsForPages: false)
            }
        }
    }

    /// Has links checked, which come back by ``next()``.
    ///
    /// - Parameter links: The links.
    func check(_ links: [HarvestedLink]) {
        checks?.add(links)
    }

    /// Counts links that were printed and are broken.
    ///
    /// - Parameter broken: Their number.
    func count(broken: Int) {
        if broken > 0 { progress.count(queued: crawl.queuedCount) { $0.add(broken: broken) } }
    }

    /// Ends the run: all transfers, and the last line of progress.
    func finish() async {
        let queued = crawl.queuedCount
        crawl.stop()
        if options.cookieJar != nil { cookies = await engine.cookies() }
        await engine.shutdown()
        cache?.trim()
        progress.finish(queued: queued)
    }

    /// Writes the cookie jar, once the links are where they belong.
    ///
    /// - Throws: `CommandFailure` when it cannot be written.
    func saveCookies() throws {
        if let path = options.cookieJar { try CookieFile(path: path).write(cookies) }
    }

    // MARK: Pages

    private func take(_ batch: LinkBatch, of entry: Frontier.Entry, at url: WebURL?) {
        begin(entry, at: url)
        progress.count(links: batch.count)
        events.append(.links(batch))
    }

    private func begin(_ entry: Frontier.Entry, at url: WebURL?) {
        guard begun != entry.number else { return }
        begun = entry.number
        events.append(.begin(page(entry, at: url)))
    }

    private func page(_ entry: Frontier.Entry, at url: WebURL?) -> PageRunEvent.Page {
        PageRunEvent.Page(address: url, input: entry.depth == 0 ? entry.number : nil)
    }

    /// Counts the end of a page.
    ///
    /// - Returns: nil for one that is left out.
    private func end(of ended: Frontier.Page) -> PageRunEvent? {
        let queued = crawl.queuedCount
        if let error = ended.failure {
            let name = ended.entry.url?.withoutCredentials().href ?? "-"
            let failure =
                CommandFailure(describing: error) ?? CommandFailure(what: name, why: "\(error)", status: .ioError)
            // What a page links to may be anything; only what the user named has to be a page.
            if ended.entry.depth > 0, begun != ended.entry.number, isNoPage(error) {
                explain("\(failure)")
                return nil
            }
            progress.count(queued: queued) { $0.add(failure) }
            return .failed(failure)
        }
        if ended.isSkipped {
            let target = ended.finalURL?.withoutCredentials().href ?? "-"
            explain("\(ended.entry.url?.withoutCredentials().href ?? "-"): leads to \(target), left out")
            return nil
        }
        progress.count(queued: queued) { $0.addPage() }
        return .end(page(ended.entry, at: ended.finalURL))
    }

    private func isNoPage(_ error: any Error) -> Bool {
        if error is RobotsGate.Refusal || error is LinkHarvestError { return true }
        return (error as? CommandFailure)?.status == .malformedInput
    }

    /// Hands the end of a page on; it is recorded when the caller has done with it.
    private func finish(_ end: PageEnd) throws -> PageRunEvent? {
        guard let event = end.event else {
            try record?.append(end.step)
            return nil
        }
        doneStep = end.step
        return event
    }
}
