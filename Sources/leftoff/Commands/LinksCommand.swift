import ArgumentParser
import Crawling
import LinkFormats
import LinkHarvest
import LinkSelection
import Markup
import Snapshots
import Store
import TerminalHUD
import Transfer
import WHATWGURL

/// `leftoff links`: the links of pages.
struct LinksCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Print the links of pages: addresses, files or standard input.",
        discussion: """
            Several inputs run at once; their links come in the order of the inputs. An input that fails is a line on \
            standard error, the others' links are printed all the same, and the exit code is 1.
            """
    )

    @Argument(help: ArgumentHelp("http and https addresses, files, or - for standard input.", valueName: "input"))
    var inputs: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("A list of inputs, one a line, or - .", valueName: "file"))
    var inputFile: String?

    @Option(help: ArgumentHelp("The page of a place; repeatable.", valueName: "id"))
    var snapshot: [String] = []

    @Option(help: ArgumentHelp("The address that relative links of the inputs start from.", valueName: "url"))
    var base: String?

    @OptionGroup(title: "Output") var format: LinkFormatOptions

    @OptionGroup(title: "Choosing") var choosing: LinkSelectionOptions

    @Flag(help: "Print a link again when its element, attribute and address were there before.")
    var keepDuplicates = false

    @Flag(help: "Print values that are no addresses too, with a null address.")
    var invalid = false

    @Flag(help: "Take the addresses in lazy-loading attributes too, such as data-src.")
    var lazy = false

    @Flag(help: "Take the strings in scripts that are http addresses or paths from the root too.")
    var scriptStrings = false

    @Option(help: ArgumentHelp("Only links within these elements of HTML and XML.", valueName: "css|xpath"))
    var within: String?

    @Option(help: "What reads HTML: standard, or libxml2 as a cross-check.")
    var parser = HTMLParser.Engine.standard

    @OptionGroup(title: "Fetching") var fetching: FetchOptions

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { inputs }
        set { inputs = newValue }
    }

    func run() async throws {
        let selection = try choosing.selection(keepsDuplicates: keepDuplicates, includesInvalid: invalid)
        let base = try baseURL()
        _ = try CertificateFile.readable(fetching.caFile)
        let inputs = try collectInputs()
        try check(selection, fits: inputs, base: base)
        var harvest = HarvestOptions(
            // What is to be explained has to be found first.
            base: base, keepsDuplicates: keepDuplicates || choosing.explain,
            includesInvalid: invalid || choosing.explain, includesLazyLoading: lazy,
            describes: format.format.describes || selection.asksForDescriptions || choosing.sort == .text
                || choosing.explain,
            locates: format.format.tellsPlaces || choosing.explain, scope: try within.map(ElementScope.init),
            engine: parser)
        harvest.includesScriptStrings = scriptStrings
        harvest.marksOutOfScope = choosing.explain
        harvest.handsOnEarly = choosing.limit != nil && choosing.sort == .document && !choosing.explain
        let harvester = LinkHarvester(options: harvest)
        let display = try fetching.display(options, readsInput: inputs.contains { $0.source == .standardInput })
        let output = try LinksOutput(
            format: format, selection: choosing, repeats: keepDuplicates, display: display)
        let choice = selection.takesAll && !choosing.explain ? nil : selection
        func begin(_ address: WebURL?, _ linksInView: Set<WebURL>?) {
            output.begin(LinkPage(address: base ?? address, linksInView: linksInView), choice: choice)
        }

        var status: LinksStatus
        var run: PageRun?
        if fetching.fetchesNothing, inputs.allSatisfy({ $0.source.url == nil }) {
            var local = LocalRun(harvester: harvester, display: display)
            status = try local.read(inputs.map(\.source), into: output) { begin($0.address, nil) }
        } else {
            let pages = try PageRun(
                sources: inputs.map(\.source), harvester: harvester, options: fetching, display: display,
                explain: { [options] line in
                    if options.verbose && !options.quiet { display.log("leftoff: \(TerminalText.sanitized(line))") }
                })
            run = pages
            status = try await fetch(inputs, by: pages, display: display, output: output, begin: begin)
        }
        let note = try output.finish(publishes: status.hasResult)
        try run?.saveCookies()
        if output.hasForgotten { status.addDamage() }
        if let note, !options.quiet { display.log("leftoff: \(note)") }
        let isWhole = selection.takesAll && choosing.limit == nil || status.summary.isEmpty
        await display.finish(
            status.outcome, summary: isWhole ? status.summary : "printed \(output.count) of \(status.summary)")
        if let exitStatus = status.exitStatus { throw exitStatus }
    }

    /// Fetches the inputs, and what a crawl finds, and prints their links.
    private func fetch(
        _ inputs: [LinksInput], by run: PageRun, display: any StatusDisplay, output: LinksOutput,
        begin: (WebURL?, Set<WebURL>?) -> Void
    ) async throws -> LinksStatus {
        // To ask the parsed options costs a copy of all of them, for each page.
        let (checks, choosesInView) = (fetching.check, choosing.inView)
        var linksInView: Set<WebURL>?
        var missing: Set<WebURL> = []
        while let event = try await run.next() {
            switch event {
            case .begin(let page):
                linksInView = page.input.flatMap { inputs[$0].linksInView }
                missing = choosesInView ? linksInView ?? [] : []
                begin(page.address, linksInView)
            case .links(let batch):
                if checks { run.check(output.chosen(of: batch)) } else { output.add(batch) }
                if !missing.isEmpty { missing.subtract((0..<batch.count).compactMap { batch.url(at: $0) }) }
            case .checked(let links):
                let broken = output.brokenCount
                for (link, found) in links { output.add(link, checked: .some(found)) }
                run.count(broken: output.brokenCount - broken)
            case .end(let page):
                note(missing, of: linksInView?.count ?? 0, in: page, display)
            case .failed(let failure): display.log("leftoff: \(failure)")
            }
            // The next tool of the pipe gets what is there as soon as there is nothing more at once.
            if run.isCaughtUp || output.isFull { try output.flush() } else { try output.flushIfLarge() }
            if output.isFull { break }
        }
        let broken = output.brokenCount
        output.sort()
        run.count(broken: output.brokenCount - broken)
        let status = run.status
        await run.finish()
        return status
    }

    /// Says how many links in view are not in the page as it was fetched: scripts made them, or they are gone.
    private func note(
        _ missing: Set<WebURL>, of count: Int, in page: PageRunEvent.Page, _ display: any StatusDisplay
    ) {
        guard !missing.isEmpty, !options.quiet else { return }
        let name = page.address?.withoutCredentials().href ?? "page"
        display.log("leftoff: \(name): \(missing.count) of \(count) links in view are not in its source")
    }

    private func check(_ selection: LinkSelection, fits inputs: [LinksInput], base: WebURL?) throws {
        if choosing.inView, inputs.contains(where: { $0.linksInView == nil }) {
            throw CommandFailure(
                what: "usage", why: "--in-view asks for places: --snapshot id, and no other input", status: .usage)
        }
        if within != nil, parser != .standard {
            throw CommandFailure(
                what: "usage", why: "--within finds its elements by the standard's parser: leave out --parser",
                status: .usage)
        }
        // The record says that the links of a page are printed: they must not be held back, nor go with a file that
        // is not whole.
        if fetching.resume != nil, choosing.sort != .document || format.output ?? "-" != "-" {
            throw CommandFailure(
                what: "usage",
                why: "--resume goes on where the output stopped: append to it (>> file), without -o and --sort",
                status: .usage)
        }
        guard selection.asksForPage, base == nil else { return }
        for input in inputs {
            // The documents of an archive have addresses of their own.
            if input.source.url != nil || input.source.isArchive { continue }
            throw CommandFailure(
                what: "usage", why: "\(input.source.name) has no host of its own; say its address with --base",
                status: .usage)
        }
    }

    private func collectInputs() throws -> [LinksInput] {
        var occurrences: [String: Int] = [:]
        var sources = try inputs.map { input in
            defer { occurrences[input, default: 0] += 1 }
            return try PageSource(input, path: InputPath(argument: input, occurrence: occurrences[input, default: 0]))
        }
        if let inputFile {
            sources += try InputBytes.list(inputFile).map { line, text in
                do { return try PageSource(text) } catch let failure as CommandFailure {
                    throw CommandFailure(what: "\(inputFile):\(line)", why: "\(failure)", status: failure.status)
                }
            }
        }
        guard !sources.isEmpty || !snapshot.isEmpty || inputFile != nil else {
            throw CommandFailure(
                what: "usage", why: "name a page: an address, a file or -; see 'leftoff links --help'", status: .usage)
        }
        if sources.count(where: { $0 == .standardInput }) > (inputFile == "-" ? 0 : 1) {
            throw CommandFailure(what: "usage", why: "standard input can be read only once", status: .usage)
        }
        let places = try snapshot.map { try SQLiteSnapshotArchive.standard().snapshot(id: $0).snapshot }
        return sources.map { LinksInput(source: $0) }
            + places.map { LinksInput(source: .address($0.url), linksInView: Set($0.links.map(\.url))) }
    }

    private func baseURL() throws -> WebURL? {
        guard let base else { return nil }
        guard let url = WebURL(base) else {
            throw CommandFailure(what: "--base \(base)", why: "not an absolute address", status: .usage)
        }
        return url
    }
}

extension HTMLParser.Engine: ExpressibleByArgument {}
