import FileFormats
package import FoundationEssentials
import Places
import Synchronization
import Syntax

/// The places in a file of another program, read one by one.
///
/// Entries that cannot be read are listed in ``omissions`` with their lines. An error of ``next()`` means that the file
/// as a whole cannot be read, and that nothing of it may be stored.
///
/// ```swift
/// let table = "title,url,time_added,tags,status\nFoxes,https://a.example/,1600322788,animals|red,unread\n"
/// var places = try PlaceImport(Array(table.utf8))
/// while let place = try places.next() { print(place.snapshot.url.href, place.metadata.tags) }
/// ```
package struct PlaceImport: Sendable {
    /// The maximum number of listed omissions; a file of several gigabytes may have millions.
    static let omissionLimit = 10_000

    /// The name of the format.
    package private(set) var format: ImportFormat
    /// One line for each entry that was left out, or not imported completely, with the reason.
    package private(set) var omissions: [String] = []
    /// The number of entries that cannot be read, at all or in part.
    private(set) var unreadableCount = 0
    /// The data in the file that Leftoff has no counterpart for.
    private(set) var losses = ImportLosses()

    /// The maximum number of entries that cannot be read.
    ///
    /// Malformed entries are short, and take as much time as others.
    var unreadableLimit = Int.max

    /// The files of the archive; nil for a single file.
    private var archive: ArchiveFiles?
    private let now: Date?
    private var dates: ImportDates
    private var budget = PlaceBudget()
    private let chosen: ImportFormat?
    /// The paths in the archive that have not been read.
    private var paths: [String]
    private var path: String?
    private var source: EntrySource?
    /// The bookmark file of the archive that is being read, instead of ``source``; nil for other files.
    private var bookmarks: BookmarkPlaces?
    /// The files of the archive that are not read, unless an entry reads one.
    private var unreadPaths: [String] = []
    /// The entries that were read ahead, the next one last.
    private var outcomes: [Outcome] = []
    private var ready: [ImportedPlace] = []
    private var unlistedCount = 0
    private var isFinished = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file: a table, a JSON document or a ZIP archive, in UTF-8, or in UTF-16 with a byte order
    ///     mark.
    ///   - format: The format; nil to detect it.
    ///   - now: The current time, after which no entry can have been made; nil if it is not known.
    ///   - check: Called for each file of an archive; its error ends the reading.
    /// - Throws: ``ImportExportError`` if the format is unknown or ambiguous, or if the file is malformed; the error of
    ///   `check`.
    package init(
        _ bytes: [UInt8], format: ImportFormat? = nil, now: Date? = nil, check: () throws -> Void = {}
    ) throws {
        try self.init(
            try Self.content(of: bytes), ofFileWith: bytes.count, format: format, now: now, check: check)
    }

    /// Opens a file whose content was decompressed.
    ///
    /// - Parameters:
    ///   - content: The content, as ``content(of:)`` returns it.
    ///   - byteCount: The size of the file before decompression, in bytes.
    ///   - format: The format; nil to detect it.
    ///   - entryLimit: The maximum number of entries that cannot be read, and of bookmarks in a file of an archive.
    ///   - now: The current time; nil if it is not known.
    ///   - check: Called for each file of an archive.
    /// - Throws: ``ImportExportError``, or the error of `check`.
    init(
        _ content: [UInt8], ofFileWith byteCount: Int, format: ImportFormat?, entryLimit: Int = .max, now: Date?,
        check: () throws -> Void
    ) throws {
        if ZIPArchive.hasMagicNumber(content) {
            try self.init(
                archive: try ZIPArchive(content), format: format, entryLimit: entryLimit, now: now, check: check)
        } else {
            self.init(try Self.source(content, format), chosen: format, now: now)
            unreadableLimit = entryLimit
            budget.receive(content.count, from: byteCount)
        }
    }

    private init(_ source: EntrySource, chosen: ImportFormat?, now: Date?) {
        self.now = now
        dates = ImportDates(now: now)
        self.chosen = chosen
        paths = []
        format = source.format.format
        begin(source)
    }

    /// Begins to read a source.
    private mutating func begin(_ source: EntrySource) {
        self.source = source
        losses.add(source.losses)
        for remark in source.remarks { list(path.map { "\($0): \(remark)" } ?? remark) }
    }

    /// Opens the files of an export.
    ///
    /// - Parameters:
    ///   - archive: A directory or a ZIP archive with the tables and documents of one program.
    ///   - format: The format of all tables and documents; nil to detect that of each.
    ///   - entryLimit: The maximum number of entries that cannot be read, and of bookmarks in a file.
    ///   - now: The current time, after which no entry can have been made; nil if it is not known.
    ///   - check: Called for each file; its error ends the reading.
    /// - Throws: ``ImportExportError`` if there is no table and no document of a known format that contains places; the
    ///   error of `check`.
    package init(
        archive: any ImportArchive, format: ImportFormat? = nil, entryLimit: Int = .max, now: Date? = nil,
        check: () throws -> Void = {}
    ) throws {
        self.now = now
        unreadableLimit = entryLimit
        self.archive = ArchiveFiles(of: archive)
        dates = ImportDates(now: now)
        chosen = format
        self.format = format ?? .pocket
        let files = ArchivePaths(archive.paths)
        paths = files.entries.reversed()
        unreadPaths = files.others
        guard try openNext(check) else {
            // Of an archive that only contains a session, this says what to do with it.
            throw unreadableCount > 0 ? .malformed(omissions.first ?? "") : ImportExportError.unknownFormat
        }
    }

    /// Returns the next place.
    ///
    /// - Parameter check: Called for each entry without a place and each file; its error ends the reading.
    /// - Returns: The place; nil at the end.
    /// - Throws: ``ImportExportError``, or the error of the archive, if the file cannot be read as a whole; the error
    ///   of `check`.
    package mutating func next(check: () throws -> Void = {}) throws -> ImportedPlace? {
        while ready.isEmpty {
            if let place = try nextBookmark() { return place }
            if outcomes.isEmpty { try readAhead() }
            guard let outcome = outcomes.popLast() else {
                if try openNext(check) { continue }
                finish()
                return nil
            }
            switch outcome {
            case .unreadable(let line, let reason): refuse(line, reason)
            case .entry(let entry): read(entry)
            case .places(let result, let entry):
                if budget.spend(as: result.budget) { receive(result, line: entry.line) } else { read(entry) }
            }
            guard ready.isEmpty else { break }
            guard unreadableCount <= unreadableLimit else {
                throw ImportExportError.tooManyEntries(limit: unreadableLimit)
            }
            try check()
        }
        return ready.removeLast()
    }

    /// Returns an import of the same places, which reads the files of the archive itself.
    func independentCopy() -> PlaceImport {
        var copy = self
        copy.archive = archive.map { ArchiveFiles(of: $0.archive) }
        return copy
    }

    /// An entry that was read ahead.
    private enum Outcome: Sendable {
        /// The places of an entry within a budget of its own.
        case places(ImportedPlaces, ImportEntry)
        /// An entry whose places are read with the budget of the file.
        case entry(ImportEntry)
        case unreadable(line: Int, reason: String)
    }

    /// The maximum number of entries that are read ahead.
    private static let aheadCount = 256
    /// The size of entries, in bytes, from which no further ones are read ahead.
    ///
    /// They are in memory together, parsed and as places: some 60 MB.
    private static let aheadByteCount = 1 << 20

    /// Reads the next entries on all cores.
    ///
    /// Each entry has a budget of its own. If that is not enough, or if the entry cannot be read, it is read again with
    /// the budget of the file, in order.
    private mutating func readAhead() throws {
        guard let format = source?.format else { return }
        var results: [EntryResult] = []
        var byteCount = 0
        while results.count < Self.aheadCount, byteCount < Self.aheadByteCount, let result = try source?.next() {
            results.append(result)
            byteCount += result.byteCount
        }
        // A file that belongs to an entry of an archive is read only once.
        let isAlone = archive == nil
        outcomes = ParallelMap.map(results) { result in
            switch result.parsed() {
            case .unreadable(let line, let reason): return .unreadable(line: line, reason: reason)
            case .entry(var entry):
                guard isAlone else { return .entry(entry) }
                entry.budget = .ahead
                guard let places = try? format.places(of: entry), places.budget.excess == nil else {
                    return .entry(entry)
                }
                return .places(places, entry)
            case .text(let line, _, _, _): return .unreadable(line: line, reason: "it is not parsed")
            }
        }.reversed()
    }

    private mutating func read(_ entry: ImportEntry) {
        guard let format = source?.format else { return }
        var entry = entry
        entry.budget = budget
        if let archive, let path {
            let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            entry.companion = { try archive.companion(at: directory + $0) }
        }
        do {
            let result = try format.places(of: entry)
            budget = result.budget
            receive(result, line: entry.line)
        } catch {
            refuse(entry.line, error.description)
        }
    }

    private mutating func receive(_ result: ImportedPlaces, line: Int) {
        for remark in result.remarks + result.unreadableParts { list("\(name(of: line)): \(remark)") }
        unreadableCount += result.unreadableParts.count
        losses.add(result.losses)
        dates.add(result.impossibleDateCount)
        ready = result.places.reversed().map { dates.checked($0) }
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        unreadableCount += 1
        list("\(name(of: line)): not imported: \(reason)")
    }

    private mutating func list(_ omission: String) {
        if omissions.count < Self.omissionLimit { omissions.append(omission) } else { unlistedCount += 1 }
    }

    /// Lists what was counted; at the end, also of a second call, nothing is left to count.
    private mutating func finish() {
        if unlistedCount > 0 { omissions.append("\(unlistedCount) more") }
        unlistedCount = 0
        guard !isFinished else { return }
        isFinished = true
        if let omission = dates.omission { omissions.append(omission) }
        guard let archive else { return }
        let read = archive.readCompanions
        let unread = unreadPaths.filter { !read.contains($0) }
        if let omission = ArchivePaths.omission(of: unread) { omissions.append(omission) }
        let repeated = archive.archive.repeatedPaths
        if let omission = ArchivePaths.omission(of: repeated, reason: ", because another has the same name") {
            omissions.append(omission)
        }
    }

    /// Returns the next place of a bookmark file in the archive; nil at its end, or if another file is being read.
    private mutating func nextBookmark() throws(ImportExportError) -> ImportedPlace? {
        if let place = bookmarks?.next() { return place }
        guard let ended = bookmarks else { return nil }
        bookmarks = nil
        budget = ended.budget
        for omission in ended.omissions { list(path.map { "\($0): \(omission)" } ?? omission) }
        losses.add(ended.losses)
        unreadableCount += ended.unreadableCount
        guard unreadableCount <= unreadableLimit else { throw .tooManyEntries(limit: unreadableLimit) }
        return nil
    }

    private func name(of line: Int) -> String { path.map { "\($0), line \(line)" } ?? "line \(line)" }

    /// Opens the next file of the archive that has a known format; returns false at the end.
    private mutating func openNext(_ check: () throws -> Void) throws -> Bool {
        while let path = paths.popLast() {
            try check()
            let isBookmarks = ArchivePaths.isHTML(path)
            guard Self.mayRead(isBookmarks, chosen), let file = try archive?.file(at: path),
                ArchivePaths.mayHaveEntries(path, file.content)
            else {
                unreadPaths.append(path)
                continue
            }
            // An export of nothing is no error, and neither is a file that another program put beside the others.
            if Self.isEmptyList(file.content) { continue }
            do {
                if isBookmarks {
                    let places = try BookmarkPlaces(
                        file.content, limit: unreadableLimit, format: chosen, now: now, budget: budget)
                    (self.path, format, source, bookmarks) = (path, places.format, nil, places)
                    return true
                }
                budget.receive(file.content.count, from: file.byteCount)
                let source = try Self.source(file.content, chosen)
                guard !source.format.format.containsWindows else {
                    unreadableCount += 1
                    list("\(path): not imported: it contains windows: import the file by itself")
                    continue
                }
                (self.path, format) = (path, source.format.format)
                begin(source)
                return true
            } catch .unknownFormat {
                let isTabSessions = TabSessions.matches(file.content)
                if isTabSessions { unreadableCount += 1 }
                list("\(path): not imported: \(isTabSessions ? TabSessions.refusal : "its format is unknown")")
            } catch .undetectableFormat(let reason) {
                unreadableCount += 1
                list("\(path): not imported: \(ImportExportError.undetectableFormat(reason))")
            } catch {
                throw ImportExportError.malformed("\(path): \(error)")
            }
        }
        source = nil
        return false
    }

    /// Returns true if a format may have files of a kind.
    ///
    /// - Parameters:
    ///   - isBookmarks: True for bookmark files, false for tables and documents.
    ///   - chosen: The format that the user has chosen; nil to detect it.
    /// - Returns: False if a file of that kind cannot have the chosen format.
    private static func mayRead(_ isBookmarks: Bool, _ chosen: ImportFormat?) -> Bool {
        guard let chosen else { return true }
        return isBookmarks ? [.bookmarks, .linkding, .shaarli].contains(chosen) : !chosen.entryFormats.isEmpty
    }

    private static func isEmptyList(_ bytes: [UInt8]) -> Bool {
        bytes.count < 16 && bytes.filter { !JSONTokenizer.isBlank($0) } == Array("[]".utf8)
    }

    /// Returns the content of a file, which Firefox may have compressed.
    static func content(of file: [UInt8]) throws(ImportExportError) -> [UInt8] {
        do { return try MozillaLZ4.content(of: file, limit: WindowSetImport.sessionByteLimit) } catch {
            throw .malformed("\(error)")
        }
    }

    private static func source(_ bytes: [UInt8], _ chosen: ImportFormat?) throws(ImportExportError) -> EntrySource {
        let formats = (chosen.map { [$0] } ?? ImportFormat.allCases).flatMap { $0.entryFormats }
        return try source(bytes, formats: formats, isForced: chosen != nil)
    }

    /// Opens a file in one of several formats.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - formats: The possible formats.
    ///   - isForced: True if the user chose the format, so that the first one is used if none matches.
    /// - Returns: The entries of the file.
    /// - Throws: ``ImportExportError`` if the file has none of the formats, or several, or if it is malformed.
    static func source(
        _ bytes: [UInt8], formats: [any EntryFormat.Type], isForced: Bool = false
    ) throws(ImportExportError) -> EntrySource {
        let text = TextEncoding.utf8(bytes)
        let first = text.first { !JSONTokenizer.isBlank($0) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            let formats = formats.compactMap { $0 as? any DocumentFormat.Type }
            return .document(try DocumentEntries(text, formats: formats, isForced: isForced))
        }
        let tables = formats.compactMap { $0 as? any TableFormat.Type }
        guard !tables.isEmpty else { throw .malformed("it is not a JSON document") }
        return .table(try TableEntries(text, formats: tables, isForced: isForced))
    }
}

/// The files of an archive during one import, with limits for what a small archive can become.
private final class ArchiveFiles: Sendable {
    let archive: any ImportArchive
    /// The paths of the files that belong to entries and were read.
    private let read = Mutex<Set<String>>([])
    /// The limit for the content of all compressed files in the archive.
    private let limit = Mutex(ExpansionLimit())

    init(of archive: any ImportArchive) {
        self.archive = archive
        if let count = archive.byteCount { limit.withLock { $0.receive(count) } }
    }

    /// The paths of the files that belong to entries and were read, or do not exist.
    var readCompanions: Set<String> { read.withLock { $0 } }

    /// Returns the content of a file with entries, which Firefox may have compressed, and the size of the file.
    ///
    /// - Returns: Nil if there is no such file.
    /// - Throws: ``ImportExportError/malformed(_:)`` if the compressed file is damaged, or if all of them together are
    ///   so large that the archive must be malicious, or the error of the archive.
    func file(at path: String) throws -> (content: [UInt8], byteCount: Int)? {
        guard let file = try archive.content(of: path) else { return nil }
        do {
            let content = try PlaceImport.content(of: file)
            if MozillaLZ4.isCompressed(file) {
                try limit.withLock {
                    // The files of a directory take as much space as they are read here.
                    if archive.byteCount == nil { $0.receive(file.count) }
                    try $0.produce(content.count)
                }
            }
            return (content, file.count)
        } catch {
            throw ImportExportError.malformed("\(path): \(error)")
        }
    }

    /// Returns the content of a file that belongs to one entry, such as its highlights; nil if there is none.
    ///
    /// Each of them is read for one entry only. A small archive could otherwise have thousands of entries that share a
    /// large file.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` if another entry has read it, or the error of the archive.
    func companion(at path: String) throws -> [UInt8]? {
        guard read.withLock({ $0.insert(path).inserted }) else {
            throw ImportExportError.malformed("\(path) belongs to an earlier entry")
        }
        return try archive.content(of: path)
    }
}

/// The bytes that the places of a file may take, in proportion to the bytes that were read.
///
/// Each highlight of an entry becomes a place, which repeats the address, the title and the tags of the entry. Without
/// a limit, a file of a few hundred bytes would become gigabytes of places. The limit covers all formats.
struct PlaceBudget: Sendable {
    /// The maximum ratio of the JSON of all places to the bytes that were read.
    ///
    /// An entry that becomes one place yields up to four times its bytes. With a smaller ratio, short highlights of
    /// articles with long addresses would be left out, and with a larger one, a hostile file takes more disk space.
    private static let ratio = 10
    /// The size of the JSON of the places that any file may yield, in bytes: some 100,000 highlights.
    static let allowance = 16 << 20
    /// The maximum size of the JSON of the places of one entry, in bytes, which are in memory together.
    static let entryLimit = 16 << 20
    /// The maximum number of highlights of one entry.
    ///
    /// Readers mark some hundred passages in a long article. The highlights of one entry are in memory together.
    static let maximumHighlights = 10_000

    /// The maximum size of the JSON of the places of an entry that is read ahead, in bytes.
    ///
    /// An article has some ten highlights. With a smaller one, more entries are read twice. With a larger one, the
    /// places of the entries that are read ahead take more memory.
    private static let aheadLimit = 64 << 10

    /// A budget for an entry that is read ahead of those before it.
    static var ahead: PlaceBudget {
        var budget = PlaceBudget()
        budget.limit = aheadLimit
        return budget
    }

    private var received = 0
    private var produced = 0
    private var entry = 0
    private var limit = Self.entryLimit

    /// The limit that was exceeded, as a reason why a place is left out; nil if there is none.
    private(set) var excess: String?

    /// Counts the content of a file that was read.
    ///
    /// - Parameters:
    ///   - count: The size of the content in bytes.
    ///   - byteCount: The size of the file before decompression, in bytes. LZ4 makes Firefox's files two to five times
    ///     smaller, so that content beyond ten times the file does not count.
    mutating func receive(_ count: Int, from byteCount: Int) { received += min(count, byteCount * Self.ratio) }

    /// Begins the next entry.
    mutating func beginEntry() { (entry, excess) = (0, nil) }

    /// Counts the JSON of a place.
    ///
    /// - Parameter count: Its size in bytes.
    /// - Returns: False if the place exceeds a limit, and must be left out.
    mutating func spend(_ count: Int) -> Bool {
        if entry + count > limit {
            excess = "the places of an entry have at most \(limit) bytes"
        } else if produced + count > Self.allowance, (produced + count) / Self.ratio > received {
            excess = "the places of a file have at most \(Self.ratio) times its bytes"
        }
        guard excess == nil else { return false }
        (entry, produced) = (entry + count, produced + count)
        return true
    }

    /// Counts the JSON of the places of an entry that was read ahead.
    ///
    /// - Parameter other: The budget of that entry after its places.
    /// - Returns: False if they exceed a limit, and the entry must be read again.
    mutating func spend(as other: PlaceBudget) -> Bool {
        beginEntry()
        return spend(other.produced)
    }
}
