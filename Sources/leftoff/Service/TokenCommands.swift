import ArgumentParser
import Fetching
import FoundationEssentials
import Places
import Service
import Syntax
import TerminalHUD

/// `leftoff token`: manages the tokens of the service.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Sign a browser in, or replace the service's tokens.",
        subcommands: [TokenAddressCommand.self, TokenRotateCommand.self]
    )
}

/// `leftoff token address`: prints an address that signs a browser in.
private struct TokenAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print a one-time address that signs a browser in to the running service."
    )

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() async throws {
        let tokens = try TokenFiles(home: try DataHome().path).load()
        let response = try await ServiceClient(port: port, token: tokens.full).post("/api/logins")
        guard let address = response["address"]?.string else {
            throw CommandFailure(
                what: "port \(port)", why: "the program there is not this version of leftoff", status: .unavailable)
        }
        try OutputStream.print(lines: [address])
    }
}

/// `leftoff token rotate`: replaces the tokens of the service.
private struct TokenRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace both tokens of the service.",
        discussion: """
            All browsers are signed out, and bookmarklets and extensions must be set up again. A running service uses \
            the new tokens within a second.
            """
    )

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        _ = try TokenFiles(home: try DataHome().path).rotate()
        guard !quiet else { return }
        StandardError.writeLine(
            "leftoff: both tokens were replaced; sign browsers in with 'leftoff token address', and set up "
                + "bookmarklets and extensions again from the service's install page")
    }
}

/// `leftoff devices`: manages the browsers that are signed in.
struct DevicesCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the browsers that are signed in, and sign them out.",
        subcommands: [DevicesListCommand.self, DevicesRevokeCommand.self],
        defaultSubcommand: DevicesListCommand.self
    )
}

/// `leftoff devices list`: lists the browsers that are signed in.
struct DevicesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the browsers that are signed in, most recently used first.",
        discussion: "A browser is signed out after 7 days without use, and 30 days after it has signed in."
    )

    @Option(help: "The output format.")
    var format = ListFormat.table

    func run() throws {
        let sessions = try Devices().sessions
        try format.write(sessions.lazy.map(Self.document)) {
            let rows = sessions.map { session in
                [
                    session.id, session.browser, "used \(Self.minute(session.usedAt))",
                    "ends \(Self.minute(session.endsAt))",
                ]
            }
            return TextTable(rows: rows).lines
        }
    }

    private static func minute(_ date: Date) -> String {
        String(RFC3339.string(date).prefix(16)).replacing("T", with: " ")
    }

    private static func document(_ session: Session) -> JSONValue {
        .object([
            "id": .string(session.id), "browser": .string(session.browser),
            "createdAt": .string(RFC3339.string(session.createdAt)),
            "usedAt": .string(RFC3339.string(session.usedAt)), "endsAt": .string(RFC3339.string(session.endsAt)),
        ])
    }
}

/// `leftoff devices revoke`: signs browsers out.
private struct DevicesRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Sign browsers out.",
        discussion: "If one of them does not exist, none is signed out. The service need not run."
    )

    @Argument(help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"))
    var ids: [String]

    func run() throws {
        let devices = try Devices()
        try devices.revoke(Set(try ids.map(devices.id(ofPrefix:))))
    }
}

/// The browsers that are signed in, as the file of the sessions lists them.
private struct Devices {
    let sessions: [Session]
    private let file: SessionFile
    private let token: Token?

    /// Reads the file.
    ///
    /// - Throws: `ServiceError` if a token cannot be read, `CommandFailure` if there is no data directory.
    init() throws {
        let home = try DataHome().path
        let files = TokenFiles(home: home)
        let file = SessionFile(home: home)
        self.file = file
        // Without tokens no browser is signed in, and none are created.
        token = try files.exist() ? files.load().full : nil
        let contents = token.map { file.load(token: $0, at: Date()) }
        sessions = contents?.sessions ?? []
        if let problem = contents?.problem { StandardError.writeLine("leftoff: \(file.path): \(problem)") }
    }

    /// Returns the id of the browser that a prefix names.
    func id(ofPrefix prefix: String) throws -> String {
        let range = RecordID.range(ofPrefix: prefix)
        let found = sessions.filter { range?.contains($0.id) ?? false }
        guard let first = found.first else {
            throw CommandFailure(what: prefix, why: "no browser has this id", status: .notFound)
        }
        guard found.count == 1 else {
            throw CommandFailure(what: prefix, why: "the ids of \(found.count) browsers begin so", status: .notFound)
        }
        return first.id
    }

    func revoke(_ ids: Set<String>) throws {
        if let token { try file.end(ids, token: token, at: Date()) }
    }
}
