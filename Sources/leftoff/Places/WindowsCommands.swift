import ArgumentParser
import FoundationEssentials
import Places
import Store
import Syntax
import TerminalHUD

/// `leftoff windows`: manages the windows that were set aside.
struct WindowsCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windows",
        abstract: "List the windows that you have set aside, and bring them back.",
        discussion: "The browser extension sets a window aside: it stores the places of all tabs, then closes them.",
        subcommands: [
            WindowsListCommand.self, WindowsShowCommand.self, WindowsOpenCommand.self, WindowsForgetCommand.self,
            WindowsImportCommand.self,
        ],
        defaultSubcommand: WindowsListCommand.self
    )
}

extension SQLiteWindowSetArchive {
    /// Opens the archive in the data directory.
    ///
    /// - Returns: The archive, with the system's clock.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no data directory.
    static func standard() throws -> SQLiteWindowSetArchive {
        SQLiteWindowSetArchive(database: try DataHome().database(), now: { Date() })
    }

    /// Opens the archive in the data directory for a command that only reads, and creates nothing.
    ///
    /// - Returns: The archive, with the system's clock; an empty one if there is no database.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no data directory.
    static func forReading() throws -> SQLiteWindowSetArchive {
        SQLiteWindowSetArchive(database: try DataHome().existingDatabase(), now: { Date() })
    }
}

/// `leftoff windows list`: lists the windows that were set aside.
struct WindowsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the windows that were set aside, newest first."
    )

    @Argument(help: ArgumentHelp("Words to search for in titles and addresses.", valueName: "word"))
    var query: [String] = []

    @Option(help: "The output format.")
    var format = ListFormat.table

    @Option(help: ArgumentHelp("List at most this many windows.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run() throws {
        let words = query.joined(separator: " ")
        let list = try SQLiteWindowSetArchive.forReading().list(matching: words, limit: limit, before: nil)
        let sets = list.sets
        try format.write(sets.lazy.map(Self.document)) {
            let rows = sets.map { set in
                [
                    set.id, String(RFC3339.string(set.storedAt).prefix(16)).replacing("T", with: " "),
                    counted(set.tabs.count, "tab"), set.browser, set.title,
                ]
            }
            return TextTable(rows: rows).lines
        }
        if sets.isEmpty, list.damaged.isEmpty {
            StandardError.writeLine("leftoff: no window \(words.isEmpty ? "is set aside" : "matches")")
        }
        try list.damaged.report()
    }

    private static func document(_ set: StoredWindowSet) -> JSONValue {
        set.json(storedAt: RFC3339.string(set.storedAt))
    }
}

/// `leftoff windows show`: prints a window with its tabs.
private struct WindowsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a window that was set aside, with its tabs, as JSON."
    )

    @Argument(
        help: "The id of a window, an unambiguous prefix of it, or @ for the newest window.", completion: .windows)
    var id: String

    func run() throws {
        let set = try SQLiteWindowSetArchive.forReading().set(id: id)
        try OutputStream.print(JSONText.indented(set.json(storedAt: RFC3339.string(set.storedAt))))
    }
}

/// `leftoff windows open`: shows a window on the web page, whose button brings it back.
private struct WindowsOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a window in the default browser, to bring it back.",
        discussion: """
            Opens the window on Leftoff's web page, and starts the service if it does not run. If the browser has the \
            extension and allows it to work on all pages, the button "Bring back" opens the tabs. Otherwise, the page \
            shows their links.
            """
    )

    @Argument(
        help: "The id of a window, an unambiguous prefix of it, or @ for the newest window.", completion: .windows)
    var id: String

    @Flag(help: "Print the addresses of the tabs instead of opening them.")
    var print = false

    func run() async throws {
        let home = try DataHome()
        let set = try SQLiteWindowSetArchive.forReading().set(id: id)
        guard !print else {
            try OutputStream.print(lines: set.tabs.map(\.fragment))
            return
        }
        let service = try await ServiceLauncher(home: home, port: nil).running()
        try await PageOpening(home: home, environment: ProcessInfo.processInfo.environment).open(
            service, at: "/#windows/\(set.id)")
    }
}

/// `leftoff windows forget`: deletes windows.
private struct WindowsForgetCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete windows that were set aside.",
        discussion: "If one of them does not exist, none is deleted. The places of their tabs are deleted too."
    )

    @Argument(
        help: ArgumentHelp("Ids, unambiguous prefixes of ids, or @ for the newest window.", valueName: "id"),
        completion: .windows)
    var ids: [String]

    static var operands: WritableKeyPath<Self, [String]> { \.ids }

    func run() throws {
        let database = try DataHome().existingDatabase()
        _ = try SQLiteWindowSetArchive(database: database, now: { Date() }).remove(ids: ids)
    }
}

/// `leftoff windows import`: imports the windows of another program.
private struct WindowsImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import windows of other programs and of Firefox, and print their ids.",
        discussion: """
            Reads the text that OneTab exports (a line `ADDRESS | TITLE` for each tab, a blank line between windows), \
            the JSON that Tab Session Manager or Session Buddy exports, and the session of Firefox, such as \
            `sessionstore-backups/recovery.jsonlz4` in its profile. Imports all windows of the file in one \
            transaction. A window that was imported before is not imported again. Messages on standard error list \
            what cannot be read; the exit status is then 1. They also count what has no counterpart, such as icons. \
            Only addresses, titles and the scroll offsets of Firefox are imported, also of hosts that are never \
            captured.
            """
    )

    @Argument(help: ArgumentHelp("The file to read; standard input by default or with -.", valueName: "file"))
    var file = "-"

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    /// The maximum size of a file; exports of Tab Session Manager contain icons.
    private static let byteLimit = 512 << 20
    /// The maximum size of an input that is not a regular file, and may have no end.
    private static let streamLimit = 128 << 20

    func run() throws {
        InputBytes.announce("windows", from: file, isQuiet: quiet)
        let bytes = try InputBytes.read(file, limit: Self.byteLimit, streamLimit: Self.streamLimit)
        let contents: WindowSetImport
        do { contents = try WindowSetImport(bytes, now: Date()) } catch {
            throw CommandFailure(what: InputBytes.name(of: file), why: "\(error)", status: .malformedInput)
        }
        let stored = try SQLiteWindowSetArchive.standard().add(contents.additions)
        let new = stored.filter(\.isNew)
        try OutputStream.print(lines: new.map(\.set.id))
        for line in contents.omissions { StandardError.writeLine("leftoff: \(line)") }
        if !quiet {
            for loss in contents.losses.list { StandardError.writeLine("leftoff: \(loss)") }
            let tabs = counted(new.reduce(0) { $0 + $1.set.tabs.count }, "tab")
            StandardError.writeLine(
                "leftoff: imported \(counted(new.count, "window")) with \(tabs) "
                    + "(\(stored.count - new.count) existed already)")
        }
        if !contents.omissions.isEmpty { throw ExitStatus.someFailed }
    }
}
