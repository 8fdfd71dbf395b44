import ArgumentParser
import Crawling
import Fetching
import FoundationEssentials
import LinkHarvest
import LinkOutput
import Markup
import TerminalHUD
import WHATWGURL

/// The command `leftoff links`, which prints the links of pages.
struct LinksCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Print the links of web pages, files or standard input.",
        discussion: """
            Several inputs are fetched at once; their links are printed in the order of the inputs. If an input fails, \
            a line on standard error reports it, the links of the other inputs are printed, and the exit code is 1.
            """
    )

    @Argument(help: ArgumentHelp("http and https addresses, files, or - for standard input.", valueName: "input"))
    var inputs: [String] = []

    @OptionGroup(title: "Input") var input: LinkInputOptions

    @OptionGroup(title: "Finding links") var finding: LinkFindingOptions

    @OptionGroup(title: "Selection") var choosing: LinkSelectionOptions

    @OptionGroup(title: "Output") var format: LinkFormatOptions

    @OptionGroup(title: "Web archives") var archives: ArchiveOptions

    // Not a group of groups: a debug build of the parser validates each level of them four times.
    @OptionGroup(title: "Requests") var requests: RequestOptions

    @OptionGroup(title: "Crawling and checking") var crawl: CrawlOptions

    @OptionGroup(title: "Cache") var storage: CacheOptions

    @OptionGroup var report: ProgressOptions

    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.inputs }

    /// True if the links come from what only this user can read: places, or pages that need credentials.
    private var isPrivate: Bool {
        !input.snapshot.isEmpty || !requests.header.isEmpty || requests.cookieJar != nil || requests.netrc
    }

    private var fetching: FetchOptions {
        FetchOptions(requests: requests, crawl: crawl, storage: storage, report: report)
    }

    func run() async throws {
        let selection = try choosing.selection(
            keepsDuplicates: finding.keepDuplicates, includesInvalid: finding.invalid)
        let base = try baseURL()
        _ = try CertificateFile.readable(fetching.requests.caFile)
        let inputs = try LinkInputList(
            arguments: inputs, options: input, archives: archives, isQuiet: options.quiet
        ).inputs()
        try check(selection, fits: inputs, base: base)
        let harvester = LinkHarvester(options: try harvestOptions(selection, base: base))
        let display = try fetching.display(options, readsInput: inputs.contains { $0.source == .standardInput })
        try format.checkDirectory()
        let output = try LinksOutput(path: format.output, isPrivate: isPrivate, display: display)
        let reporter = reporter(on: display)
        let writer = LinkWriter(writerOptions, output: output, observer: reporter)
        var pipeline = LinkPipeline(
            inputs: inputs, harvester: harvester, writer: writer, observer: reporter,
            readFile: { path, receive in
                do { try InputBytes.stream(path, receive) } catch let failure as CommandFailure {
                    throw AddressSuggestion.completing(failure, path: path.text)
                }
            })
        pipeline.selection = selection.selectsEverything && !choosing.explain ? nil : selection
        pipeline.base = base
        pipeline.reportsMissingLinks = choosing.inView
        pipeline.localThreadCount = ProcessInfo.processInfo.activeProcessorCount
        pipeline.canReadAhead = { source in
            if case .file(let path) = source { InputBytes.isRegularFile(path) } else { false }
        }

        let status: LinkRunStatus
        if fetching.fetchesNothing, inputs.allSatisfy({ $0.source.url == nil }) {
            display.update(LinkRunStatus(inputs: inputs.count).hud)
            status = try pipeline.runLocally()
            reporter.progress?.finish(status)
            try finish(writer, output, status, display)
        } else {
            let session = try FetchSession(fetching, inputs: inputs.map(\.source))
            display.update(LinkRunStatus(inputs: inputs.count, isCrawl: fetching.crawl.depth > 0).hud)
            status = try await pipeline.run(fetching: session.configuration)
            let cookies = await session.close()
            reporter.progress?.finish(status)
            try finish(writer, output, status, display)
            try session.save(cookies)
        }
        try await close(display, status, writer, isWhole: selection.selectsEverything && choosing.limit == nil)
    }

    /// Returns the options of the harvest, which depend on the selection, the format and `--explain`.
    private func harvestOptions(_ selection: LinkSelection, base: WebURL?) throws -> HarvestOptions {
        let explains = choosing.explain
        var harvest = HarvestOptions(
            // A link must be found before its exclusion can be explained.
            base: base, keepsDuplicates: finding.keepDuplicates || explains,
            includesInvalid: finding.invalid || explains,
            includesLazyLoading: finding.lazy,
            describes: format.format.contents.contains(.descriptions) || selection.needsDescriptions
                || choosing.sort == .text || explains,
            locates: format.format.contents.contains(.positions) || explains,
            scope: try finding.within.map(ElementScope.init),
            engine: finding.parser)
        harvest.includesScriptStrings = finding.scriptStrings
        harvest.marksOutOfScope = explains
        harvest.deliversEarly = choosing.limit != nil && choosing.sort == .document && !explains
        return harvest
    }

    private var writerOptions: LinkWriter.Options {
        var writing = LinkWriter.Options(format: format.format)
        writing.formatOptions = LinkFormatDescriptor.Options(directory: format.dir, repeatsURLs: finding.keepDuplicates)
        writing.formatOptions.namesPages = fetching.crawl.depth > 0
        writing.writesOnlyBroken = fetching.crawl.brokenOnly
        writing.order = choosing.sort
        writing.limit = choosing.limit
        writing.explainsExclusions = choosing.explain
        return writing
    }

    private func reporter(on display: any StatusDisplay) -> LinksReporter {
        var notices: LinksReporter.Notices = []
        if !options.quiet { notices.formUnion([.missingLinks, .completeCrawl, .archives, .readings]) }
        if options.verbose && !options.quiet { notices.insert(.skippedPages) }
        let progress = fetching.report.progress == .json ? ProgressReport() : nil
        return LinksReporter(display: display, progress: progress, notices: notices, errors: archives.errors)
    }

    /// Ends the output, and reports which links its format could not represent.
    private func finish(
        _ writer: LinkWriter, _ output: LinksOutput, _ status: LinkRunStatus, _ display: any StatusDisplay
    ) throws {
        let omitted = try writer.finish()
        try output.finish(publishes: status.hasResult)
        guard !omitted.isEmpty, !options.quiet else { return }
        let reasons = omitted.map { "\(counted($0.count, "link")) (\($0.omission.why))" }
        display.log("leftoff: omitted from the \(format.format.name) output: \(reasons.joined(separator: ", "))")
    }

    /// Ends the display and the command.
    private func close(
        _ display: any StatusDisplay, _ status: LinkRunStatus, _ writer: LinkWriter, isWhole: Bool
    ) async throws {
        var status = status
        if writer.mayHaveRepeated { status.countDamage() }
        let summary = status.summary
        await display.finish(
            status.outcome(allowing: archives.maxFailedRecords),
            summary: isWhole || summary.isEmpty ? summary : "printed \(writer.count) of \(summary)")
        if let exitStatus = status.exitStatus(allowing: archives.maxFailedRecords) { throw exitStatus }
    }

    private func check(_ selection: LinkSelection, fits inputs: [LinkInput], base: WebURL?) throws {
        if choosing.inView, inputs.contains(where: { $0.linksInView == nil }) {
            throw CommandFailure.usage("--in-view requires --snapshot, and no other input")
        }
        if finding.within != nil, finding.parser != .standard {
            throw CommandFailure.usage("--within requires the standard parser: omit --parser")
        }
        // The journal records pages whose links have been printed, so links must be neither delayed nor discarded.
        if fetching.crawl.resume != nil, choosing.sort != .document || format.output ?? "-" != "-" {
            throw CommandFailure.usage(
                "--resume excludes -o and --sort: append to the output instead (>> file)")
        }
        guard selection.needsPageURL, base == nil else { return }
        for input in inputs {
            // The documents of an archive have URLs of their own.
            if input.source.url != nil || input.source.isArchive { continue }
            throw CommandFailure.usage("\(input.source.name) has no host; set its address with --base")
        }
    }

    private func baseURL() throws -> WebURL? {
        guard let base = input.base else { return nil }
        guard let url = WebURL(base) else {
            throw CommandFailure(
                what: "--base \(base)", why: "not an absolute address\(AddressSuggestion.question(about: base))",
                status: .usage)
        }
        return url
    }
}

/// The output of `leftoff links`: standard output, or the file of `-o`.
private final class LinksOutput: LinkSink {
    private var stream: OutputStream
    private let display: any StatusDisplay

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - path: A file's path; nil or `-` for standard output.
    ///   - isPrivate: True to make the file readable for its owner only.
    ///   - display: The display, which is hidden while links are written to the same terminal.
    /// - Throws: `CommandFailure` if the file cannot be created.
    init(path: String?, isPrivate: Bool, display: any StatusDisplay) throws {
        stream = try OutputStream(path: path, isPrivate: isPrivate)
        self.display = display
    }

    func write(_ bytes: [UInt8]) throws { try stream.write(bytes) }

    func flush() throws { try display.whileHidden { try stream.flush() } }

    /// Closes the output.
    ///
    /// - Parameter publishes: False to leave the file of `-o` unchanged.
    /// - Throws: `CommandFailure` for an I/O error.
    func finish(publishes: Bool) throws { try display.whileHidden { try stream.finish(publishes: publishes) } }
}
