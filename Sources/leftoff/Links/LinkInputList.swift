import LinkPipeline
import Snapshots
import Store

/// The inputs of `leftoff links`: arguments, lists, indexes and places.
struct LinkInputList {
    /// The arguments.
    let arguments: [String]
    let options: LinkInputOptions
    let archives: ArchiveOptions

    /// Returns the inputs in the order of their links.
    ///
    /// - Throws: `CommandFailure`, `LinkPipelineError`, and the errors of the store.
    func inputs() throws -> [LinkInput] {
        let location = try archives.location
        var sources = try argumentSources(location)
        if let list = options.inputFile {
            sources += try self.sources(in: list) { line in
                let source = try location.input(line)
                if case .file = source, ArchiveLocation.isList(line) { throw LinkPipelineError.unreadList(line) }
                return source
            }
        }
        sources += try captures(location)
        let hasLists = options.inputFile != nil || !archives.cdx.isEmpty
        guard !sources.isEmpty || !options.snapshot.isEmpty || hasLists || !arguments.isEmpty else {
            throw CommandFailure(
                what: "usage", why: "no input: specify an address, a file or -; see 'leftoff links --help'",
                status: .usage)
        }
        let readers =
            sources.count { $0 == .standardInput } + (archives.cdx + [options.inputFile]).count { $0 == "-" }
        guard readers < 2 else {
            throw CommandFailure(what: "usage", why: "standard input can be read only once", status: .usage)
        }
        let places = try options.snapshot.map { try SQLiteSnapshotArchive.standard().snapshot(id: $0).snapshot }
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
            throw CommandFailure(what: "\(path):\(line)", why: "\(failure)", status: failure.status)
        }
    }
}
