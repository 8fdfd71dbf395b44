import ArgumentParser

/// The root command, `leftoff`.
struct LeftoffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leftoff",
        abstract: "Picks up every web page where you left off, harvests its links and runs the downloads.",
        version: "leftoff \(Version.current)",
        groupedSubcommands: [
            CommandGroup(
                name: "Places",
                subcommands: [
                    CaptureCommand.self, ListCommand.self, ShowCommand.self, ForgetCommand.self, OpenCommand.self,
                    RestoreCommand.self, ScriptCommand.self, BookmarkletCommand.self,
                ]),
            CommandGroup(
                name: "Links and downloads", subcommands: [LinksCommand.self, QueueCommand.self, GetCommand.self]),
            CommandGroup(name: "Service", subcommands: [ServeCommand.self]),
            CommandGroup(name: "Motion", subcommands: [HUDCommand.self]),
        ]
    )

    /// Parses the arguments, runs the command they name, and ends the process with its exit code.
    ///
    /// - Parameter arguments: The words after the program's name.
    static func runToExit(_ arguments: some Sequence<String>) async -> Never {
        StandardDescriptors.occupy()
        BrokenPipe.ignoreSignal()
        do {
            var command = try parseAsRoot(Array(arguments))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            leave(with: .success)
        } catch {
            leave(with: report(error))
        }
    }

    /// Prints an error as its one line, or the help that was asked for.
    private static func report(_ error: any Error) -> ExitStatus {
        if let status = error as? ExitStatus { return status }
        if let failure = CommandFailure(describing: error) {
            StandardError.writeLine("leftoff: \(failure)")
            return failure.status
        }
        // What is left comes from the argument parser: help and version, which are data, or a usage error.
        let message = fullMessage(for: error)
        if exitCode(for: error) == .success {
            print(message)
            return .success
        }
        StandardError.writeLine("leftoff: \(UsageMessage(parserMessage: message))")
        return .usage
    }

    private static func leave(with status: ExitStatus) -> Never {
        exit(withError: status == .success ? nil : ExitCode(status.rawValue))
    }
}
