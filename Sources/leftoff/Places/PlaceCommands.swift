import ArgumentParser
import FoundationEssentials
import Motion
import PageScripts
import Places
import Store
import Syntax
import TerminalHUD

/// `leftoff capture`: stores a snapshot.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Store a snapshot and print its id.",
        discussion: """
            Reads the JSON that the capture script returns; see `leftoff script capture`. The list of hosts that are \
            never captured is for browsers: this command stores any snapshot.

            Two captures at one line of a page are one place: the second one only updates its time, and the command \
            prints the id of the first.
            """
    )

    @Argument(help: "The file with the snapshot's JSON, or - for standard input.")
    var file = "-"

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        InputBytes.announce("a snapshot", from: file, isQuiet: options.quiet)
        let bytes = try InputBytes.read(file, limit: PageSnapshot.maximumByteCount)
        let snapshot: PageSnapshot
        do {
            snapshot = try PageSnapshot(json: bytes)
        } catch {
            throw CommandFailure(
                what: InputBytes.name(of: file), why: "\(error)", status: .malformedInput)
        }
        let database = try DataHome().database()
        let captured = try SQLiteSnapshotArchive(database: database, now: { Date() }).capture(snapshot)
        try OutputStream.print(lines: [captured.place.id])
        guard !captured.isRenewed else { return }
        let title = snapshot.title.map { "Captured “\($0)”" } ?? "Captured the page"
        try await AdditionNotice(title: title, symbol: .page, added: 1) { try database.snapshotCount() }.show(
            options: options)
    }
}

/// `leftoff show`: prints the snapshot of a place.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the snapshot of a place as JSON.",
        discussion: """
            `leftoff capture` reads the same JSON.

            A place in an archive's copy of a page or in an AMP page belongs to the original page. With --editions, \
            the command lists all places on the original page, each with its edition (archive, amp, copy or \
            original) and its address.
            """
    )

    @OptionGroup var place: PlaceArgument

    @Flag(help: "List the places on the same page in all its editions instead, newest first.")
    var editions = false

    @Option(help: "The output format of --editions.")
    var format: ListFormat?

    func validate() throws {
        if format != nil, !editions { throw ValidationError("--format is only for --editions") }
    }

    func run() throws {
        if editions { return try listEditions() }
        let stored = try place.find(in: try SQLiteSnapshotArchive.forReading())
        try OutputStream.print(JSONText.indented(stored.snapshot.json))
        guard stored.origin == .automatic, let expiresAt = stored.expiresAt else { return }
        let day = LocalTime.system.day(expiresAt)
        StandardError.writeLine("leftoff: \(stored.id): kept automatically; it expires on \(day)")
    }

    private func listEditions() throws {
        let database = try DataHome().existingDatabase()
        let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        let page = try place.find(in: archive).snapshot.pageKey
        let list = try archive.list(SnapshotListing(pageKey: page))
        let places = list.snapshots
        let format = format ?? .table
        let mark = format == .table ? nil : try SQLiteBackupStore(database: database).allPageMarks()[page]
        let now = Date()
        try format.write(places.lazy.map { PlaceSummary($0, mark: mark, now: now) }) {
            let rows = places.map { place in
                let cells = PlaceCells(place)
                let edition = place.snapshot.edition?.rawValue ?? "original"
                return [place.id, edition, cells.time, cells.progress, cells.title, cells.address]
            }
            return PlaceCells.lines(rows, rightAligned: [3])
        }
        try list.damaged.report()
    }
}

/// `leftoff restore`: prints a script or an address that restores a place.
struct RestoreCommand: ParsableCommand {
    /// A form of output.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        /// A JavaScript expression whose value is a Promise of the result.
        case script
        /// The script as a `javascript:` address.
        case bookmarklet
        /// The page's address with a text directive.
        case fragment
        /// The complete snapshot and further forms of the place, for other programs.
        case json
    }

    /// The maximum length of an address that Firefox stores in a bookmark (`DB_URL_LENGTH_MAX` of its Places database).
    private static let maximumBookmarkLength = 65_536

    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Print a script or an address that restores a place in a browser.",
        discussion: """
            If the place that @ denotes is at the untouched top of its page, the command restores the newest deeper \
            place of that page.
            """
    )

    @OptionGroup var place: PlaceArgument

    @Option(name: .customLong("as"), help: ArgumentHelp("The form of the output.", valueName: "form"))
    var form: Form

    func run() throws {
        let stored = try place.findToResume(in: try SQLiteSnapshotArchive.forReading())
        let restore = SnapshotRestore(snapshot: stored.snapshot)
        var output = try OutputStream()
        switch form {
        case .script: try output.writeLine(restore.script)
        case .bookmarklet:
            let address = restore.bookmarklet
            try output.writeLine(address)
            if address.utf8.count > Self.maximumBookmarkLength {
                StandardError.writeLine(
                    "leftoff: the bookmarklet has \(address.utf8.count) characters, but Firefox stores only "
                        + "\(Self.maximumBookmarkLength); "
                        + "use 'leftoff bookmarklet restore' with 'leftoff serve' instead")
            }
        case .fragment: try output.writeLine(restore.snapshot.textFragmentURL)
        case .json: try output.writeLine(restore.json)
        }
        try output.finish()
    }
}

/// The argument that names a place.
struct PlaceArgument: ParsableArguments {
    @Argument(
        help: "The id of a place, an unambiguous prefix of it, or @ for the newest place that you captured.",
        completion: .places)
    var id: String

    /// Returns the place that the argument names, and says on a terminal which one `@` is.
    ///
    /// - Parameters:
    ///   - archive: The archive in which the place is looked up.
    ///   - isQuiet: True to write no message about `@`.
    /// - Returns: The stored snapshot.
    /// - Throws: `SnapshotArchiveError` if no place or more than one matches, `StoreError` if the store fails.
    func find(
        in archive: SQLiteSnapshotArchive, isQuiet: Bool = NewestPlaceNotice.isQuietByDefault
    ) throws -> StoredSnapshot {
        let place = try archive.snapshot(id: id)
        try NewestPlaceNotice.show(for: [id], in: archive, place: place, isQuiet: isQuiet)
        return place
    }

    /// Returns the place that the argument names, for a command that brings the reader back to it.
    ///
    /// A place at the untouched top of a page never hides a deeper one: `@` then means the newest deeper place of that
    /// page.
    ///
    /// - Parameter archive: The archive in which the place is looked up.
    /// - Returns: The stored snapshot.
    /// - Throws: `SnapshotArchiveError` if no place or more than one matches, `StoreError` if the store fails.
    func findToResume(in archive: SQLiteSnapshotArchive) throws -> StoredSnapshot {
        guard id == "@" else { return try archive.snapshot(id: id) }
        let place = try archive.newestToResume()
        try NewestPlaceNotice.show(
            for: [id], in: archive, place: place, isQuiet: NewestPlaceNotice.isQuietByDefault)
        return place
    }
}
