import ArgumentParser
import Dispatch
import Places
import Store
import Syntax
import WHATWGURL

@main
enum Main {
    static func main() { LeftoffCommand.runToExit(CommandLine.arguments.dropFirst()) }
}

/// The root command, `leftoff`.
struct LeftoffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leftoff",
        abstract: "Pick up every web page where you left off, harvest its links and download files.",
        version: "leftoff \(Version.current)",
        subcommands: [ManualCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Places",
                subcommands: [
                    CaptureCommand.self, AddCommand.self, ListCommand.self, ShowCommand.self, OpenCommand.self,
                    NextCommand.self, TagCommand.self, NoteCommand.self, LaterCommand.self, FinishCommand.self,
                    ForgetCommand.self, UndoCommand.self, KeepCommand.self,
                    RestoreCommand.self, ScriptCommand.self, BookmarkletCommand.self, UserscriptCommand.self,
                    ExtensionCommand.self, WindowsCommandGroup.self,
                ]),
            CommandGroup(
                name: "Links and downloads", subcommands: [LinksCommand.self, QueueCommandGroup.self, GetCommand.self]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    ServeCommand.self, PageCommand.self, NativeHostCommand.self, TokenCommand.self,
                    DevicesCommandGroup.self, ExportCommand.self, ImportCommand.self,
                    DoctorCommand.self, CompletionsCommand.self, HelpCommand.self,
                ]),
            CommandGroup(name: "Motion", subcommands: [HUDCommand.self, ZenCommand.self]),
        ]
    )

    /// Parses the arguments, runs the command that they name, and exits with its exit code.
    ///
    /// The concurrency runtime is started only for asynchronous commands, because its threads then wake up every second
    /// until the process ends.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    static func runToExit(_ arguments: some Sequence<String>) -> Never {
        BrokenPipe.ignoreSignal()
        ChildSignal.restoreDefault()
        do {
            let arguments = Array(arguments)
            let command = try DeferredOperands.parse(arguments)
            try ArgumentEncoding.check(exceptFor: (command as? LinksCommand)?.inputs ?? [])
            if command is any AsyncParsableCommand {
                Task { await runToExit(command) }
                dispatchMain()
            }
            var immediate = command
            try immediate.run()
            exit(with: .success)
        } catch {
            exit(with: report(error))
        }
    }

    private static func runToExit(_ command: any ParsableCommand) async {
        do {
            if var asynchronous = command as? any AsyncParsableCommand { try await asynchronous.run() }
            exit(with: .success)
        } catch {
            exit(with: report(error))
        }
    }

    /// Prints an error as one line, or the requested help or version.
    private static func report(_ error: any Error) -> ExitStatus {
        if let status = error as? ExitStatus { return status }
        if let failure = CommandFailure(describing: error) {
            StandardError.writeLine("leftoff: \(failure)\(trashHint(error))")
            return failure.status
        }
        // All other errors come from the argument parser: requests for help or the version, which are printed on
        // standard output, or usage errors.
        let message = fullMessage(for: error)
        if exitCode(for: error) == .success {
            return printed(
                isHelp(message) ? HelpFooter.completing(message, of: commandWords(CommandLine.arguments)) : message)
        }
        if let failure = HelpSubject.unknownCommand(in: CommandLine.arguments.dropFirst()) {
            StandardError.writeLine("leftoff: \(failure)")
            return failure.status
        }
        if !message.hasPrefix("Error: Unknown option"),
            let failure = UnknownOption.failure(in: CommandLine.arguments.dropFirst())
        {
            StandardError.writeLine("leftoff: \(failure)")
            return failure.status
        }
        StandardError.writeLine("leftoff: \(UsageMessage(parserMessage: message, arguments: CommandLine.arguments))")
        return .usage
    }

    /// The number of the newest places in the trash among which a place that does not exist is looked up.
    private static let trashLimit = 500

    /// Returns the advice for a place that does not exist because it is in the trash; empty for all other errors.
    private static func trashHint(_ error: any Error) -> String {
        guard case SnapshotArchiveError.notFound(let id) = error, RecordID.range(ofPrefix: id) != nil,
            let part = try? SQLiteShelf.forReading().trash(before: nil, limit: trashLimit)
        else { return "" }
        let places = part.entries.map(\.place.id).filter { $0.hasPrefix(id.lowercased()) }
        guard places.count == 1 else { return "" }
        return "; it is in the trash: 'leftoff forget --put-back \(places[0])' takes it out"
    }

    /// Prints help or the version on standard output.
    private static func printed(_ text: String) -> ExitStatus {
        do {
            var output = try OutputStream()
            try output.writeLine(text)
            try output.finish()
            return .success
        } catch {
            return report(error)
        }
    }

    /// Returns true if the parser's message is the help of a command; others are the version and completions.
    private static func isHelp(_ message: String) -> Bool { message.contains("\nUSAGE: leftoff") }

    /// Returns the words of the arguments that name a command.
    private static func commandWords(_ arguments: [String]) -> [String] {
        var command: any ParsableCommand.Type = LeftoffCommand.self
        return arguments.dropFirst().filter { word in
            guard let next = command.subcommand(named: word) else { return false }
            command = next
            return true
        }
    }

    private static func exit(with status: ExitStatus) -> Never {
        exit(withError: status == .success ? nil : ExitCode(status.rawValue))
    }
}

/// A usage error as one line, derived from the argument parser's message of several lines.
private struct UsageMessage: CustomStringConvertible {
    let description: String

    /// Creates a line that contains the problem, any valid values that the message lists, and the help command.
    ///
    /// - Parameters:
    ///   - parserMessage: The parser's full message: `Error: …`, lines with valid values that begin with `- ` if there
    ///     are any, `Usage: …`, and a hint that names the help command.
    ///   - arguments: The parsed arguments, which the message quotes unchanged.
    init(parserMessage: String, arguments: [String]) {
        let lines = Self.cleaned(parserMessage, of: arguments).split(separator: "\n").map {
            String($0.trimmingPrefix(while: \.isWhitespace))
        }
        var problem = lines.first ?? "invalid arguments"
        if problem.hasPrefix("Error: ") { problem.removeFirst("Error: ".count) }
        let choices = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2).prefix { $0 != " " } }
        if !choices.isEmpty { problem += " " + choices.joined(separator: ", ") }
        while problem.hasSuffix(".") { problem.removeLast() }
        problem = CredentialMask.masked(problem)
        // The parser's hint contains the help command in quotes: "See 'leftoff links --help' for more information."
        let help = lines.last { $0.contains("--help") }?.split(separator: "'").dropFirst().first ?? "leftoff --help"
        description = VisibleText.line(
            "usage: \(problem.prefix(1).lowercased())\(problem.dropFirst()); see '\(help)'")
    }

    /// Replaces line breaks in the arguments that the message quotes, which would otherwise lose their other lines.
    private static func cleaned(_ message: String, of arguments: [String]) -> String {
        var message = message
        for argument in arguments {
            // The value of an option may follow an equals sign.
            for text in [
                argument, String(argument[(argument.firstIndex(of: "=") ?? argument.startIndex)...].dropFirst()),
            ] {
                let clean = VisibleText.line(text)
                if clean != text { message = message.replacing(text, with: clean) }
            }
        }
        return message
    }
}
