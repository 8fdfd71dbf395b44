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

    private static func failure(
        _ word: String, after path: ArraySlice<String>, among children: [any ParsableCommand.Type]
    ) -> CommandFailure {
        let names = path.isEmpty ? Self.names : children.compactMap { $0.configuration.commandName }
        let near = NameSuggestions.nearest(to: word, among: names)
            .map { "'\((["leftoff", "help"] + path + [$0]).joined(separator: " "))'" }
        let kind = path.isEmpty ? "command or topic" : "command"
        let subject = "\(kind) '\((path + [word]).joined(separator: " "))'"
        let advice =
            near.isEmpty
            ? "'\((["leftoff"] + path + ["--help"]).joined(separator: " "))'" : near.joined(separator: " or ")
        return CommandFailure(what: "usage", why: "there is no \(subject); see \(advice)", status: .usage)
    }
}
