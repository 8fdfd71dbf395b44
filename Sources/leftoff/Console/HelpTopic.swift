import ArgumentParser

/// The words after `leftoff help`, which name a command.
enum HelpTopic {
    /// Checks that the words name a command, because the argument parser would print the help of another one instead.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Throws: `CommandFailure` (usage) with the first word that names no command.
    static func check(_ arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        var command: any ParsableCommand.Type = LeftoffCommand.self
        for word in arguments.dropFirst() where !word.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
            else {
                // `leftoff help help` is the help of the root command.
                if word == "help" { return }
                throw CommandFailure(
                    what: "usage", why: "there is no command '\(word)'; see 'leftoff --help'", status: .usage)
            }
            command = next
        }
    }
}
