import ArgumentParser

/// A subject that the words after `leftoff help` name.
enum HelpSubject {
    /// A topic of the manual.
    case topic(ManualPage)
    /// A command.
    case command(any ParsableCommand.Type)

    /// Finds a subject.
    ///
    /// A topic takes precedence over a command of the same name.
    ///
    /// - Parameter words: The words after `leftoff help`; none for the root command.
    /// - Throws: `CommandFailure` (usage) with the first unknown word and the names nearest to it.
    init(words: [String]) throws {
        if let word = words.first, words.count == 1, let topic = ManualPage.topics.first(where: { $0.name == word }) {
            self = .topic(topic)
            return
        }
        var command: any ParsableCommand.Type = LeftoffCommand.self
        for (index, word) in words.enumerated() {
            let children = command.configuration.subcommands
            guard let child = children.first(where: { $0.configuration.commandName == word }) else {
                if index == 0, ManualPage.topics.contains(where: { $0.name == word }) {
                    throw Self.failure(words[1], afterTopic: word)
                }
                throw Self.failure(word, after: words[..<index], among: children)
            }
            command = child
        }
        self = .command(command)
    }

    /// The words that may follow `leftoff help`.
    static var names: [String] {
        let commands = LeftoffCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        return commands + ManualPage.topics.map(\.name).filter { !commands.contains($0) }
    }

    /// Returns the failure for a word after a topic that is no command.
    private static func failure(_ word: String, afterTopic topic: String) -> CommandFailure {
        let subjects = [topic] + (names.contains(word) && word != topic ? [word] : [])
        let advice = subjects.map { "'leftoff help \($0)'" }.joined(separator: " or ")
        return CommandFailure(
            what: "usage", why: "'\(topic)' is a topic, and has no command '\(word)'; see \(advice)", status: .usage)
    }

    /// Returns the failure for arguments that name a command that does not exist.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The failure, with the names nearest to the unknown one; nil if the arguments name a command, or an
    ///   option precedes the unknown word.
    static func unknownCommand(in arguments: some Sequence<String>) -> CommandFailure? {
        var command: any ParsableCommand.Type = LeftoffCommand.self
        var path: [String] = []
        for word in arguments {
            let configuration = command.configuration
            // Any word may be an argument of a default subcommand.
            guard !configuration.subcommands.isEmpty, configuration.defaultSubcommand == nil, !word.hasPrefix("-")
            else { return nil }
            guard let child = configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
                return failure(word, after: path[...], among: configuration.subcommands, allowsTopics: false)
            }
            command = child
            path.append(word)
        }
        return nil
    }

    private static func failure(
        _ word: String, after path: ArraySlice<String>, among children: [any ParsableCommand.Type],
        allowsTopics: Bool = true
    ) -> CommandFailure {
        let names =
            path.isEmpty
            ? Self.names
            : children.filter { $0.configuration.shouldDisplay }.compactMap { $0.configuration.commandName }
        let near = NameSuggestions.nearest(to: word, among: names)
            .map { "'\((["leftoff", "help"] + path + [$0]).joined(separator: " "))'" }
        let kind = path.isEmpty && allowsTopics ? "command or topic" : "command"
        let subject = "\(kind) '\((path + [word]).joined(separator: " "))'"
        let advice =
            near.isEmpty
            ? "'\((["leftoff"] + path + ["--help"]).joined(separator: " "))'" : near.joined(separator: " or ")
        return CommandFailure(what: "usage", why: "there is no \(subject); see \(advice)", status: .usage)
    }
}
