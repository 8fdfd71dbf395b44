import ArgumentParser
import Crawling
import Places
import Store

/// The inputs of `leftoff links`: arguments, lists, indexes and places.
struct LinkInputList {
    /// The arguments.
    let arguments: [String]
    let options: LinkInputOptions
    let archives: ArchiveOptions
    /// True to write nothing before standard input is read.
    let isQuiet: Bool

    /// Returns the inputs in the order of their links.
    ///
    /// - Throws: `CommandFailure`, `LinkPipelineError`, and the errors of the store.
    func inputs() throws -> [LinkInput] {
        let location = try archives.location
        var sources = try argumentSources(location)
        if let list = options.inputFile {
            InputBytes.announce("addresses", from: list, isQuiet: isQuiet)
            sources += try self.sources(in: list) { line in
                let source = try location.input(line)
                if case .file = source, ArchiveLocation.isList(line) { throw LinkPipelineError.unreadList(line) }
                return source
            }
        }
        sources += try captures(location)
        let hasLists = options.inputFile != nil || !archives.cdx.isEmpty
        guard !sources.isEmpty || !options.snapshot.isEmpty || hasLists || !arguments.isEmpty else {
            throw CommandFailure.usage("no input: specify an address, a file or -; see 'leftoff links --help'")
        }
        let readers =
            sources.count { $0 == .standardInput } + (archives.cdx + [options.inputFile]).count { $0 == "-" }
        guard readers < 2 else {
            throw CommandFailure.usage("standard input can be read only once")
        }
        let places = try options.snapshot.map { try SQLiteSnapshotArchive.forReading().snapshot(id: $0).snapshot }
        if sources.contains(.standardInput) { InputBytes.announce("a page", from: "-", isQuiet: isQuiet) }
        return sources.map { LinkInput(source: $0) }
            + places.map { LinkInput(source: .url($0.url), linksInView: Set($0.links.map(\.url))) }
    }

    private func argumentSources(_ location: ArchiveLocation) throws -> [PageSource] {
        var occurrences: [String: Int] = [:]
        return try arguments.flatMap { argument -> [PageSource] in
            let path = InputPath(argument: argument, occurrence: occurrences[argument, default: 0])
            occurrences[argument, default: 0] += 1
            let source = try location.input(argument, path: path)
            guard case .file = source, ArchiveLocation.isList(argument) else { return [source] }
            return try sources(in: argument) { try location.source($0) }
        }
    }

    /// Returns the captures of all indexes.
    private func captures(_ location: ArchiveLocation) throws -> [PageSource] {
        guard !archives.cdx.isEmpty else { return [] }
        var index = CaptureIndex(location)
        for path in archives.cdx {
            InputBytes.announce("captures", from: path, isQuiet: isQuiet)
            for (line, text) in try InputBytes.list(path) { try naming(path, line) { try index.add(text) } }
        }
        return try index.sources()
    }

    /// Returns the inputs in a list.
    private func sources(in path: String, _ source: (String) throws -> PageSource) throws -> [PageSource] {
        try InputBytes.list(path).map { line, text in try naming(path, line) { try source(text) } }
    }

    /// Adds the name of a list and a line number to an error.
    private func naming<Result>(_ path: String, _ line: Int, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            guard let failure = CommandFailure(describing: error) else { throw error }
            throw CommandFailure(
                what: "\(InputBytes.name(of: path)):\(line)", why: "\(failure)", status: failure.status)
        }
    }
}

/// The options of `leftoff links` for its inputs.
struct LinkInputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Read inputs from this file, one per line; - for standard input.", valueName: "file"))
    var inputFile: String?

    @Option(
        help: ArgumentHelp("Read the page of the place with this id; repeatable.", valueName: "id"),
        completion: .places)
    var snapshot: [String] = []

    @Option(
        help: ArgumentHelp("Resolve relative links against this address instead of the input's own.", valueName: "url"))
    var base: String?
}

/// The options of `leftoff links` for web archives.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address or directory of the archives that lists and indexes name. (default: Common Crawl's)",
            valueName: "url|dir"),
        transform: { try ArchiveLocation($0) })
    private var prefix: ArchiveLocation?

    /// The location of the archives that lists and indexes name.
    var location: ArchiveLocation {
        get throws { try prefix ?? ArchiveLocation(ArchiveLocation.bucket) }
    }

    @Option(
        help: ArgumentHelp(
            "Read the captures in this CDXJ index, or on standard input if it is -; repeatable.", valueName: "file"))
    var cdx: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Exit with 0 if at most this many records of web archives are damaged, or any number.", valueName: "n|any"))
    var maxFailedRecords = FailedRecordLimit(count: 0)

    @Option(help: ArgumentHelp("The form of the messages about damaged records.", valueName: "form"))
    var errors = MessageForm.text

    /// The form of messages on standard error.
    enum MessageForm: String, ExpressibleByArgument, CaseIterable {
        /// Lines for people.
        case text
        /// One JSON object per line.
        case json
    }
}

/// The maximum number of damaged records as an argument: a number, or `any`.
struct FailedRecordLimit: ExpressibleByArgument, Sendable, CustomStringConvertible {
    /// The number; nil for any number.
    private let count: Int?

    init(count: Int?) { self.count = count }

    init?(argument: String) {
        if argument == "any" {
            count = nil
        } else {
            guard let number = Int(argument), number >= 0 else { return nil }
            count = number
        }
    }

    var description: String { count.map { "\($0)" } ?? "any" }
    var defaultValueDescription: String { description }

    /// Returns true if a number of damaged records is acceptable.
    func allows(_ failedRecords: Int) -> Bool { count.map { failedRecords <= $0 } ?? true }
}
