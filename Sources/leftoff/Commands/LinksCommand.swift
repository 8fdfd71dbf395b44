import ArgumentParser
import LinkFormats
import LinkHarvest
import PageFetch
import Snapshots
import Store
import TerminalHUD
import Transfer
import WHATWGURL

/// `leftoff links`: the links of pages.
struct LinksCommand: AsyncParsableCommand {
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

    @Option(help: "How to print: \(LinkFormatName.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = LinkFormatName.lines

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A file to print to, instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print a link again when its element, attribute and address were there before.")
    var keepDuplicates = false

    @Flag(help: "Print values that are no addresses too, with a null address.")
    var invalid = false

    @Flag(help: "Take the addresses in lazy-loading attributes too, such as data-src.")
    var lazy = false

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let sources = try collectSources()
        let harvester = LinkHarvester(
            options: HarvestOptions(
                base: try baseURL(), keepsDuplicates: keepDuplicates, includesInvalid: invalid,
                includesLazyLoading: lazy))
        let engine = TransferEngine()
        let loader = PageLoader(
            fetcher: PageFetcher(
                engine: engine, policy: FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))),
            harvester: harvester)
        var output = try OutputStream(path: output)
        var format = format.makeFormat()
        let display = try options.statusDisplay()
        let progress = LinksProgress(total: sources.count, display: display)

        var bytes = format.opening()
        let pages = OrderedResults(sources, limit: 16) { source throws(CommandFailure) in
            try await progress.following { () throws(CommandFailure) in try await loader.load(source) }
        }
        for await page in pages {
            switch page {
            case .success(let links): for link in links { format.write(link, into: &bytes) }
            case .failure(let failure): display.log("leftoff: \(failure)")
            }
            try output.write(bytes)
            bytes.removeAll(keepingCapacity: true)
            // The next tool of the pipe gets each page's links at once.
            try display.whileHidden { try output.flush() }
        }
        try output.write(bytes + format.closing())
        try display.whileHidden { try output.finish() }
        await engine.shutdown()
        let status = progress.status
        await display.finish(status.outcome, summary: status.summary)
        if let exitStatus = status.exitStatus { throw exitStatus }
    }

    private func collectSources() throws -> [PageSource] {
        var sources = try inputs.map(PageSource.init)
        if let inputFile {
            sources += try InputBytes.list(inputFile).map { line, text in
                do { return try PageSource(text) } catch let failure as CommandFailure {
                    throw CommandFailure(what: "\(inputFile):\(line)", why: "\(failure)", status: failure.status)
                }
            }
        }
        for id in snapshot {
            sources.append(.address(try SQLiteSnapshotArchive.standard().snapshot(id: id).snapshot.url))
        }
        guard !sources.isEmpty || inputFile != nil else {
            throw CommandFailure(
                what: "usage", why: "name a page: an address, a file or -; see 'leftoff links --help'", status: .usage)
        }
        if sources.count(where: { $0 == .standardInput }) > (inputFile == "-" ? 0 : 1) {
            throw CommandFailure(what: "usage", why: "standard input can be read only once", status: .usage)
        }
        return sources
    }

    private func baseURL() throws -> WebURL? {
        guard let base else { return nil }
        guard let url = WebURL(base) else {
            throw CommandFailure(what: "--base \(base)", why: "not an absolute address", status: .usage)
        }
        return url
    }
}

extension LinkFormatName: ExpressibleByArgument {}
