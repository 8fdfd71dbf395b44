import ArgumentParser
import FoundationEssentials
import TerminalHUD

/// `leftoff help`: explains a topic, or prints the help of a command.
struct HelpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Explain a topic, or show the options of a command.",
        discussion: """
            Without a word, lists all commands and topics. `leftoff help queue` explains the topic, and \
            `leftoff help queue add` shows the options of the command. The manual pages, such as leftoff-queue(1), \
            contain both.
            """
    )

    @Argument(
        help: ArgumentHelp("A topic, or the words of a command.", valueName: "word"),
        completion: .list(HelpSubject.names))
    var words: [String] = []

    func run() throws {
        var output = try OutputStream()
        switch try HelpSubject(words: words) {
        case .topic(let page):
            let width = TerminalWidth.ofOutput.map { max(40, min($0, TerminalHelp.maximumWidth)) }
            let isDumb = ProcessInfo.processInfo.environment["TERM", default: "dumb"] == "dumb"
            let renderer = TerminalHelp(
                width: width ?? TerminalHelp.standardWidth, isStyled: width != nil && !isDumb)
            let lines =
                renderer.lines(HelpMarkup(page.text), title: page.title) + [""] + renderer.lines(page.references)
            try output.writeStyled(lines.map { $0 + "\n" }.joined())
        case .command(let command):
            let help = LeftoffCommand.helpMessage(for: command)
            try output.writeLine(HelpFooter.completing(help, of: words))
        }
        try output.finish()
    }
}

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
        let topic = words.first.flatMap { name in ManualPage.topics.first { $0.name == name } }
        if let topic, words.count == 1 {
            self = .topic(topic)
            return
        }
        var command: any ParsableCommand.Type = LeftoffCommand.self
        for (index, word) in words.enumerated() {
            guard let child = command.subcommand(named: word) else {
                if index == 0, let topic { throw Self.failure(words[1], afterTopic: topic.name) }
                throw Self.failure(word, after: words[..<index], of: command)
            }
            command = child
        }
        self = .command(command)
    }

    /// The words that may follow `leftoff help`.
    static var names: [String] {
        let commands = LeftoffCommand.listedNames
        return commands + ManualPage.topics.map(\.name).filter { !commands.contains($0) }
    }

    /// Returns the failure for a word after a topic that is no command.
    private static func failure(_ word: String, afterTopic topic: String) -> CommandFailure {
        let subjects = [topic] + (names.contains(word) && word != topic ? [word] : [])
        let advice = subjects.map { "'leftoff help \($0)'" }.joined(separator: " or ")
        return CommandFailure.usage("'\(topic)' is a topic, and has no command '\(word)'; see \(advice)")
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
            guard let child = command.subcommand(named: word) else {
                return failure(word, after: path[...], of: command, allowsTopics: false)
            }
            command = child
            path.append(word)
        }
        return nil
    }

    private static func failure(
        _ word: String, after path: ArraySlice<String>, of command: any ParsableCommand.Type,
        allowsTopics: Bool = true
    ) -> CommandFailure {
        let near = NameSuggestions.nearest(to: word, among: path.isEmpty ? names : command.listedNames)
            .map { "'\((["leftoff", "help"] + path + [$0]).joined(separator: " "))'" }
        let kind = path.isEmpty && allowsTopics ? "command or topic" : "command"
        let subject = "\(kind) '\((path + [word]).joined(separator: " "))'"
        let advice =
            near.isEmpty
            ? "'\((["leftoff"] + path + ["--help"]).joined(separator: " "))'" : near.joined(separator: " or ")
        return CommandFailure.usage("there is no \(subject); see \(advice)")
    }
}

extension ParsableCommand {
    /// Returns the subcommand that a word names; nil if there is none.
    static func subcommand(named word: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == word }
    }

    /// The names of the subcommands that help lists.
    static var listedNames: [String] {
        configuration.subcommands.filter { $0.configuration.shouldDisplay }.compactMap { $0.configuration.commandName }
    }
}

/// Suggestions for a misspelt name.
enum NameSuggestions {
    /// The maximum number of suggestions.
    private static let maximumCount = 3

    /// Returns the names that are most similar to a word.
    ///
    /// - Parameters:
    ///   - word: The misspelt name.
    ///   - names: The valid names.
    /// - Returns: The names with the smallest number of edits, if at most a third of the word has to be edited, and
    ///   those that begin with the word; at most three, in their order.
    static func nearest(to word: String, among names: [String]) -> [String] {
        // A longer word is no misspelling, and the comparison takes quadratic time.
        guard !word.isEmpty, word.count <= 32 else { return [] }
        let distances = names.map { distance(from: Array(word.lowercased()), to: Array($0)) }
        let limit = min(distances.min() ?? 0, max(1, (word.count + 1) / 3))
        let near = zip(names, distances).filter { name, distance in
            distance <= limit || (word.count > 1 && name.hasPrefix(word))
        }
        return near.prefix(maximumCount).map(\.0)
    }

    /// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one word into
    /// another (optimal string alignment distance).
    private static func distance(from source: [Character], to target: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...target.count)
        for row in source.indices {
            var current = [row + 1]
            for column in target.indices {
                let isEqual = source[row] == target[column]
                var cost = min(previous[column] + (isEqual ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[target.count]
    }
}

/// The last lines of `--help`, which refer to the topics.
enum HelpFooter {
    /// Appends the last lines to the help of a command.
    ///
    /// - Parameters:
    ///   - help: The argument parser's text.
    ///   - words: The words that name the command; none for the root.
    /// - Returns: The complete help, without a line break at its end.
    static func completing(_ help: String, of words: [String]) -> String {
        var lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        guard let command = words.first else {
            // The parser's own hint knows no topics.
            if lines.last?.hasPrefix("  See 'leftoff help") == true { lines.removeLast() }
            return (lines + rootLines).joined(separator: "\n")
        }
        guard let page = ManualPage.page(ofCommand: command), !page.name.isEmpty else {
            return lines.joined(separator: "\n")
        }
        let renderer = TerminalHelp(width: TerminalWidth.ofOutput ?? TerminalHelp.standardWidth, isStyled: false)
        let footer = renderer.lines("'leftoff help \(page.name)' explains \(page.subjects).")
        return (lines + [""] + footer).joined(separator: "\n")
    }

    /// The topics and the hint at the end of `leftoff --help`.
    private static var rootLines: [String] {
        let topics = ManualPage.topics.map { page in
            "  \(page.name)".padded(to: 26) + page.summary.prefix(1).uppercased() + page.summary.dropFirst() + "."
        }
        return ["", "TOPICS:"] + topics + [
            "", "  'leftoff help <topic>' explains a topic, 'leftoff help <command>' a command.",
        ]
    }
}

extension String {
    /// Returns the text followed by spaces up to a width in characters, and by at least one.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
