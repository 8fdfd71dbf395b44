import ArgumentParser
import Fetching
import FoundationEssentials
import Motion
import Service
import Syntax
import TerminalHUD
import WHATWGURL

/// The options of all commands that have a status display.
struct GlobalOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more details on standard error.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "The animation of the status display (default: $LEFTOFF_MOTION, else full).", valueName: "mode"))
    var motion: MotionMode?

    /// Creates the status display for standard error and these options.
    ///
    /// - Parameter isStill: True to animate nothing regardless of the options, because the user is typing in the
    ///   terminal.
    /// - Returns: An animated display on a terminal, plain lines elsewhere, and only logged lines with `--quiet`.
    /// - Throws: `CommandFailure` (usage) if `LEFTOFF_MOTION` is not a mode.
    func statusDisplay(isStill: Bool = false) throws -> any StatusDisplay {
        var options = try hudOptions()
        if isStill { options.motion = .none }
        return StatusDisplays.make(options: options)
    }

    /// Returns the options of the status display.
    ///
    /// - Returns: These options together with the process's environment.
    /// - Throws: `CommandFailure` (usage) if `LEFTOFF_MOTION` is not a mode.
    func hudOptions() throws -> HUDOptions {
        let environment = ProcessInfo.processInfo.environment
        return HUDOptions(
            isQuiet: quiet, motion: try motion ?? Self.motion(in: environment), environment: environment)
    }

    private static func motion(in environment: [String: String]) throws -> MotionMode {
        guard let name = environment["LEFTOFF_MOTION"], !name.isEmpty else { return .full }
        guard let mode = MotionMode(rawValue: name) else {
            throw CommandFailure(
                what: "LEFTOFF_MOTION", why: "must be full, calm or none, not '\(name)'", status: .usage)
        }
        return mode
    }
}

extension MotionMode: ExpressibleByArgument {}

/// The option `--allow-private`, whose help depends on the command.
protocol PrivateHostArguments: ParsableArguments {
    /// The hosts as the user typed them.
    var allowPrivate: [String] { get }
}

/// The option `--allow-private` of the commands that run the whole queue, to which pages may have added downloads.
struct QueuePrivateHostOptions: PrivateHostArguments {
    @Option(help: ArgumentHelp("Allow this host although its address is private; repeatable.", valueName: "host"))
    var allowPrivate: [String] = []

    func validate() throws { try validateHosts() }
}

extension PrivateHostArguments {
    /// The hosts as URLs contain them.
    var hosts: Set<String> { Set(allowPrivate.compactMap(WebURL.hostname(ofHost:))) }

    /// Returns the hosts of the options, and those that the configuration or the settings of the web page allow.
    ///
    /// Without a data directory there are no settings: `links` needs none, for instance in a minimal container.
    ///
    /// - Throws: `CommandFailure` if the configuration is malformed, `ServiceError` if the settings cannot be read.
    func hostsWithSettings() throws -> PermittedHosts {
        guard let home = try? DataHome() else { return PermittedHosts(named: hosts) }
        let configured = try Configuration.load(from: home).allowedPrivateHosts
        return try SettingsFile(home: home.path, privateHosts: hosts.union(configured)).allowedPrivateHosts
    }

    /// Checks the form of the hosts.
    ///
    /// - Throws: `ValidationError` for a text that is not a host.
    func validateHosts() throws {
        for text in allowPrivate where WebURL.hostname(ofHost: text) == nil {
            throw ValidationError("--allow-private must be a host without a port, such as nas.local or [fd00::1]")
        }
    }
}

/// An output format of the commands that list something.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    /// Aligned columns.
    case table
    /// A JSON array.
    case json
    /// One JSON object per line.
    case ndjson

    /// Writes a list to standard output.
    ///
    /// - Parameters:
    ///   - documents: The elements of JSON. A lazy sequence makes each one only when it is written.
    ///   - lines: Returns the lines of the table.
    /// - Throws: `CommandFailure` if the list cannot be written, `EncodingError`, and the errors of `lines`.
    func write<Documents: Sequence>(
        _ documents: Documents, table lines: () throws -> [String]
    ) throws where Documents.Element: Encodable {
        var output = try OutputStream()
        switch self {
        case .table: for line in try lines() { try output.writeLine(line) }
        case .json: try output.write(JSONText.array(Array(documents)))
        case .ndjson: for document in documents { try output.write(JSONText.line(document)) }
        }
        try output.finish()
    }
}

/// A format of the progress report on standard error.
enum ProgressFormat: String, ExpressibleByArgument, CaseIterable {
    /// The status display, or plain lines if there is no terminal.
    case hud
    /// One JSON object per line.
    case json
}

/// A short animation that shows that a command has stored something: a symbol flies to a badge with the count.
///
/// It is shown only on a terminal with full animation. Otherwise, nothing is printed, and the command does not wait.
struct AdditionNotice {
    /// The text beside the badge, such as `Queued 3 downloads`.
    var title: String
    /// The symbol that flies to the badge.
    var symbol: Symbol
    /// The number of things that the command has stored.
    var added: Int
    /// Returns the number of things that are stored now, including the added ones.
    var count: () throws -> Int

    /// Shows the animation, which takes at most 0.3 s.
    ///
    /// - Parameter options: The options of the command, which determine if the animation is shown.
    /// - Throws: `CommandFailure` (usage) if `LEFTOFF_MOTION` is not a mode, and the errors of ``count``.
    func show(options: GlobalOptions) async throws {
        let options = try options.hudOptions()
        guard added > 0, options.motion == .full, StandardDescriptors.outputIsTerminal,
            let display = StatusDisplays.live(options: options, delay: .zero)
        else { return }
        display.update(HUDStatus(title: title, badge: HUDBadge(symbol: symbol, count: try count(), thrown: added)))
        await display.finish(.success, summary: title)
    }
}
