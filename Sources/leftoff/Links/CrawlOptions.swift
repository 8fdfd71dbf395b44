import ArgumentParser

/// The options of `leftoff links` for crawls and checks.
struct CrawlOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Follow links on the same host up to this depth.", valueName: "n"))
    var depth = 0

    @Option(parsing: .unconditional, help: ArgumentHelp("End the crawl after this many pages.", valueName: "n"))
    var maxPages: Int?

    @Flag(help: "Follow links to other hosts too.")
    var spanHosts = false

    @Flag(name: .customLong("no-robots"), help: "Ignore robots.txt.")
    var ignoresRobots = false

    @Option(
        help: ArgumentHelp("Record the crawl in this file, or continue the crawl that it records.", valueName: "file"))
    var resume: String?

    @Flag(help: "Check each link: its status, and the target of its fragment.")
    var check = false

    @Flag(help: "Print only the links that --check finds broken.")
    var brokenOnly = false

    func validate() throws {
        if brokenOnly, !check { throw ValidationError("--broken-only requires --check") }
        guard (0...1_000_000).contains(depth) else { throw ValidationError("--depth must be from 0 to 1000000") }
        guard (maxPages ?? 1) > 0 else { throw ValidationError("--max-pages must be at least 1") }
        if depth == 0, spanHosts || maxPages != nil || resume != nil || ignoresRobots {
            throw ValidationError("--span-hosts, --max-pages, --no-robots and --resume require --depth")
        }
    }
}
