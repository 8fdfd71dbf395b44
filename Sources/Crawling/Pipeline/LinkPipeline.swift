package import LinkHarvest
package import LinkOutput
package import WHATWGURL

/// A pipeline that fetches pages, harvests and selects their links, and writes them in an output format.
///
/// The caller chooses the inputs and the settings, and decides how progress and notices are shown:
///
/// ```swift
/// let inputs = [LinkInput(source: try PageSource("https://example.org/"))]
/// let writer = LinkWriter(options, output: output, observer: observer)
/// let pipeline = LinkPipeline(
///     inputs: inputs, harvester: LinkHarvester(options: HarvestOptions()), writer: writer, observer: observer,
///     readFile: readFile)
/// let configuration = LinkRun.Configuration(fetcher: fetcher, now: now)
/// let status = try await pipeline.run(fetching: configuration)
/// let omitted = try writer.finish()
/// ```
package struct LinkPipeline {
    /// An error that ends the run early, because no further link is to be written.
    private struct IsFull: Error {}

    /// An error of the output, which ends the run because it would occur for every further page.
    private struct OutputFailure: Error {
        var underlying: any Error
    }

    private let inputs: [LinkInput]
    private let harvester: LinkHarvester
    private let writer: LinkWriter
    private let observer: any LinkPipelineObserver
    private let readFile: LocalFileReader

    /// The links to write; nil for all.
    package var selection: LinkSelection?
    /// The URL that replaces each page's own, for example as the base of relative links; nil to use the page's URL.
    package var base: WebURL?
    /// The maximum number of files that are harvested at a time.
    package var localThreadCount = 1
    /// Returns false for a source that must be read in its turn, such as standard input or a named pipe.
    package var canReadAhead: @Sendable (PageSource) -> Bool = { _ in false }
    /// True if links that are missing from the source of a captured page are reported.
    package var reportsMissingLinks = false

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - inputs: The pages, in the order of their links.
    ///   - harvester: Finds the links.
    ///   - writer: Writes the links.
    ///   - observer: Receives progress and notices.
    ///   - readFile: Reads the inputs that are not fetched.
    package init(
        inputs: [LinkInput], harvester: LinkHarvester, writer: LinkWriter, observer: any LinkPipelineObserver,
        readFile: @escaping LocalFileReader
    ) {
        self.inputs = inputs
        self.harvester = harvester
        self.writer = writer
        self.observer = observer
        self.readFile = readFile
    }

    // MARK: Files

    /// Harvests files and standard input without starting a fetcher.
    ///
    /// The links are written on the caller's thread, in the order of the inputs. If all of them will be written, other
    /// threads harvest files ahead.
    ///
    /// - Returns: The final counts.
    /// - Throws: An error of the output.
    package func runLocally() throws -> LinkRunStatus {
        let progress = LinkRunProgress(
            LinkRunStatus(inputs: inputs.count), sources: inputs.map(\.source), observer: observer)
        let local = localHarvester(progress)
        let isAhead = localThreadCount > 1 && inputs.count > 1 && !writer.hasLimit
        if try !isAhead || !harvestAhead(by: local, progress) {
            for input in inputs where !writer.isFull { try harvest(input.source, by: local, progress) }
        }
        return progress.status
    }

    /// Harvests all inputs on several threads.
    ///
    /// - Returns: False if no thread could be started.
    private func harvestAhead(by local: LocalPageHarvester, _ progress: LinkRunProgress) throws -> Bool {
        let sources = inputs.map(\.source)
        let preparation = writer.concurrentPreparation
        let pool = LocalPagePool(
            sources: sources, harvester: harvester, readFile: readFile, canReadAhead: canReadAhead
        ) { [selection, base] source in
            var preparation = preparation
            preparation.selection = selection?.begin(LinkPage(address: base ?? source.baseURL))
            return preparation
        }
        guard pool.start(threadCount: min(localThreadCount, sources.count)) else { return false }
        defer { pool.stop() }
        while true {
            // Each event is removed before it is handled, so that its memory is freed at once.
            var events = Array(pool.nextEvents().reversed())
            guard !events.isEmpty else { return true }
            while let event = events.popLast() {
                switch event {
                case .links(let part, _, let count, let hasForgotten):
                    writer.write(part, hasForgotten: hasForgotten)
                    progress.count { $0.links += count }
                    try writer.flushIfLarge()
                case .notice(let notice): progress.receive(notice, isLocal: true)
                case .unread(let number): try harvest(sources[number], by: local, progress)
                case .end(let number, let failure): end(sources[number], failure, progress)
                }
            }
        }
    }

    /// Harvests a page on the caller's thread.
    private func harvest(_ source: PageSource, by local: LocalPageHarvester, _ progress: LinkRunProgress) throws {
        begin(source.baseURL, linksInView: nil)
        do {
            try local.harvest(source) { [writer] batch in
                writer.write(batch)
                progress.count { $0.links += batch.count }
                do { try writer.flushIfLarge() } catch { throw OutputFailure(underlying: error) }
                if writer.isFull { throw IsFull() }
            }
            end(source, nil, progress)
        } catch is IsFull {
            end(source, nil, progress)
        } catch let error as OutputFailure {
            throw error.underlying
        } catch {
            end(source, error, progress)
        }
    }

    private func end(_ source: PageSource, _ error: (any Error)?, _ progress: LinkRunProgress) {
        guard let error else { return progress.update { $0.pages += 1 } }
        let failure = PageFailure(source: source.name, error: error)
        progress.count { $0.add(failure) }
        observer.report(.failure(failure))
        progress.update { _ in }
    }

    private func localHarvester(_ progress: LinkRunProgress) -> LocalPageHarvester {
        LocalPageHarvester(harvester: harvester, readFile: readFile) { progress.receive($0, isLocal: true) }
    }

    // MARK: Pages

    /// Fetches the inputs and the pages that a crawl finds, and writes their links in the order of the crawl.
    ///
    /// - Parameter configuration: The settings of the run.
    /// - Returns: The final counts.
    /// - Throws: `CrawlJournal.Failure`, and errors of the output.
    package func run(fetching configuration: LinkRun.Configuration) async throws -> LinkRunStatus {
        let isCrawl = configuration.frontier.maximumDepth > 0
        let sources = inputs.map(\.source)
        let status = LinkRunStatus(
            inputs: inputs.count, wholeInputs: ArchiveParts.wholeCount(of: sources), isCrawl: isCrawl)
        let progress = LinkRunProgress(status, sources: sources, observer: observer)
        let run = try LinkRun(
            sources: sources, local: localHarvester(progress), localThreadCount: localThreadCount,
            canReadAhead: canReadAhead, configuration: configuration, progress: progress)
        if run.isComplete, let path = configuration.journalPath { observer.report(.completeCrawl(journal: path)) }
        try await write(run, checksLinks: configuration.checksLinks)
        let broken = writer.brokenCount
        writer.sort()
        run.count(broken: writer.brokenCount - broken)
        run.stop()
        progress.reportIncompleteArchives()
        return progress.status
    }

    private func write(_ run: LinkRun, checksLinks: Bool) async throws {
        var linksInView: Set<WebURL>?
        var missing: Set<WebURL> = []
        while let event = try await run.nextEvent() {
            switch event {
            case .begin(let page):
                linksInView = page.input.flatMap { inputs[$0].linksInView }
                missing = reportsMissingLinks ? linksInView ?? [] : []
                begin(page.url, linksInView: linksInView)
            case .links(let batch):
                if checksLinks { run.check(writer.selected(of: batch)) } else { writer.write(batch) }
                if !missing.isEmpty { missing.subtract((0..<batch.count).compactMap { batch.url(at: $0) }) }
            case .checked(let records):
                let broken = writer.brokenCount
                for record in records { writer.write(record) }
                run.count(broken: writer.brokenCount - broken)
            case .end(let page):
                guard !missing.isEmpty else { break }
                let total = linksInView?.count ?? 0
                observer.report(.missingInView(page: page.url, count: missing.count, total: total))
            case .failed(let failure): observer.report(.failure(failure))
            }
            // Once no more links are ready, the next program of a pipe receives those that were written.
            if run.isCaughtUp || writer.isFull { try writer.flush() } else { try writer.flushIfLarge() }
            if writer.isFull { break }
        }
    }

    private func begin(_ url: WebURL?, linksInView: Set<WebURL>?) {
        writer.begin(LinkPage(address: base ?? url, linksInView: linksInView), selection: selection)
    }
}

/// One input of a pipeline.
package struct LinkInput: Sendable {
    /// The page's source.
    package var source: PageSource
    /// The URLs of the links that were in view when the page was captured; nil for a page without a snapshot.
    package var linksInView: Set<WebURL>?

    /// Creates an input.
    ///
    /// - Parameters:
    ///   - source: The page's source.
    ///   - linksInView: The URLs of the links that a snapshot recorded; nil for a page without a snapshot.
    package init(source: PageSource, linksInView: Set<WebURL>? = nil) {
        self.source = source
        self.linksInView = linksInView
    }
}

/// An error of an input or of a page whose links are harvested.
///
/// Errors of a transfer, a document or a crawl's journal are passed on unchanged.
package enum LinkPipelineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An input is an empty text.
    case emptyInput
    /// An input has a scheme but is not a valid URL.
    case invalidURL(String)
    /// An input is a URL of a scheme that is not fetched.
    case unsupportedScheme(String)
    /// An address of a bucket other than Common Crawl's.
    case unsupportedBucket(String)
    /// The name of an archive in a list is not a relative path.
    case invalidArchiveName(String)
    /// A list contains the address of an archive in another location.
    case foreignArchive(String)
    /// A list of archives is on a server or in another list.
    case unreadList(String)
    /// A line of an index has no `filename`, `offset` and `length`.
    case malformedCapture
    /// The archives of an index are local files.
    case localCaptures
    /// The server responded with a status code that does not mean success.
    case status(source: String, code: Int)
    /// The page has no bytes.
    case empty(source: String)

    package var description: String {
        switch self {
        case .emptyInput: "an input is empty: specify an address, a file or -"
        case .invalidURL(let text): "\(text): not an address"
        case .unsupportedScheme(let text): "\(text): only http and https addresses can be fetched"
        case .unsupportedBucket(let text): "\(text): of S3, only s3://commoncrawl/ can be read; use an https address"
        case .invalidArchiveName(let name): "\(name): not the relative path of an archive"
        case .foreignArchive(let text): "\(text): not below --prefix; give archives elsewhere as arguments"
        case .unreadList(let text): "\(text): a list is read only from a local file that is an argument"
        case .malformedCapture: "not a capture with filename, offset and length"
        case .localCaptures: "--cdx reads archives on servers: --prefix must be an http or https address"
        case .status(let source, let code): "\(source): HTTP \(code)"
        case .empty(let source): "\(source): empty"
        }
    }
}
