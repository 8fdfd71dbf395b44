import ArgumentParser
import FoundationEssentials

/// `leftoff manual`: writes the manual pages, which are committed and installed.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual pages to a directory.",
        // A development command: `make man` runs it.
        shouldDisplay: false
    )

    @Argument(help: "The directory, which must exist.")
    var directory: String

    func run() throws {
        let reference = try CommandReference.make()
        try check(reference)
        for page in ManualPage.all {
            var output = try OutputStream(path: "\(directory)/\(page.fileName)")
            try output.write(page.roff(reference).utf8)
            try output.finish()
        }
    }

    /// Checks that one page describes each command, and that each note on an option refers to one.
    private func check(_ reference: CommandReference) throws {
        let names = ManualPage.all.flatMap { $0.entries(reference) }.map(\.name)
        for entry in reference.entries() where names.count(where: { $0 == entry.name }) != 1 {
            throw CommandFailure(
                what: "leftoff \(entry.name)",
                why: "add it to the commands of exactly one page in Sources/leftoff/Help/Topics",
                status: .malformedInput)
        }
        for page in ManualPage.all {
            let entries = page.entries(reference)
            let keys = entries.flatMap { entry in
                [entry.name] + entry.command.visibleArguments.flatMap { [$0.name, "\(entry.name) \($0.name)"] }
            }
            if let note = page.notes.keys.first(where: { !keys.contains($0) }) {
                throw CommandFailure(
                    what: page.fileName, why: "the note on '\(note)' refers to no command or option",
                    status: .malformedInput)
            }
            if let variable = page.variables.first(where: { name in
                !EnvironmentVariable.all.contains { $0.names[0] == name }
            }) {
                throw CommandFailure(
                    what: page.fileName, why: "\(variable) is not the first name of an environment variable",
                    status: .malformedInput)
            }
        }
    }
}

/// The declarations of all commands as the argument parser describes them, from which `--help` is made too.
struct CommandReference: Decodable {
    /// A command with its subcommands.
    struct Command: Decodable {
        /// The command's own name, without those of the commands above it.
        var commandName: String
        /// False for a command that help does not list.
        var shouldDisplay: Bool
        /// The summary: one sentence.
        var abstract: String?
        /// The further description.
        var discussion: String?
        /// The subcommands; nil for none.
        var subcommands: [Command]?
        /// The arguments and options; nil for none.
        var arguments: [Argument]?

        /// The arguments and options that help lists, except those that all commands have.
        var visibleArguments: [Argument] {
            (arguments ?? []).filter { $0.shouldDisplay && !["--help", "--version"].contains($0.name) }
        }

        /// The subcommands that help lists.
        var visibleSubcommands: [Command] {
            (subcommands ?? []).filter(\.shouldDisplay)
        }
    }

    /// An argument, an option or a flag.
    struct Argument: Decodable, Equatable {
        /// A name of an option.
        struct Name: Decodable, Equatable {
            /// `long`, `short` or `longWithSingleDash`.
            var kind: String
            /// The name without dashes.
            var name: String

            /// The name with its dashes.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// `positional`, `option` or `flag`.
        var kind: String
        /// The way in which the values are found, such as `default` or `unconditional`.
        var parsingStrategy: String
        /// False for an argument that help does not list.
        var shouldDisplay: Bool
        /// The title of its group; nil for none.
        var sectionTitle: String?
        /// True if it may be omitted.
        var isOptional: Bool
        /// True if it may be repeated.
        var isRepeating: Bool
        /// The names of an option; nil for a positional argument.
        var names: [Name]?
        /// The first long name of an option, or else its first name; nil for a positional argument.
        var preferredName: Name?
        /// The placeholder of its value.
        var valueName: String
        /// The value that applies without it; nil for none.
        var defaultValue: String?
        /// All possible values; nil if they cannot be listed.
        var allValues: [String]?
        /// The help text.
        var abstract: String?

        /// The long name with its dashes, or the placeholder of a positional argument.
        var name: String { preferredName?.text ?? valueName }

        /// True for an option or a flag.
        var isNamed: Bool { kind != "positional" }
    }

    /// A command that has no subcommands, with its complete name.
    struct Entry {
        /// The words after `leftoff`.
        var name: String
        /// The command.
        var command: Command
    }

    /// The root command.
    let command: Command

    /// Decodes the argument parser's description of the commands.
    ///
    /// - Throws: `DecodingError` if the parser's form has changed.
    static func make() throws -> CommandReference {
        try JSONDecoder().decode(CommandReference.self, from: Data(LeftoffCommand._dumpHelp().utf8))
    }

    /// Returns the commands without subcommands below a command.
    ///
    /// - Parameter name: The name of a command of the root; nil for all.
    /// - Returns: The listed commands in the order of their declaration.
    func entries(below name: String? = nil) -> [Entry] {
        func leaves(_ command: Command, _ name: String) -> [Entry] {
            let children = command.visibleSubcommands
            guard !children.isEmpty else { return [Entry(name: name, command: command)] }
            return children.flatMap { leaves($0, "\(name) \($0.commandName)") }
        }
        var names: Set<String> = []
        return command.visibleSubcommands.filter { child in
            // The parser adds another command `help` to the root, after the declared one.
            (name == nil || child.commandName == name) && names.insert(child.commandName).inserted
        }.flatMap { leaves($0, $0.commandName) }
    }
}

extension CommandReference.Entry {
    /// The form of the command line, such as `leftoff show ID`, in the form that `HelpMarkup` describes.
    var synopsis: String {
        let named = command.visibleArguments.filter(\.isNamed)
        var words = ["`leftoff \(name)`"]
        if named.contains(where: \.isOptional) { words.append("[*options*]") }
        words += named.filter { !$0.isOptional }.map { "`\($0.name)` *\($0.valueName)*" }
        words += command.visibleArguments.filter { !$0.isNamed }.map { argument in
            let value = "*\(argument.valueName)*" + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(value)]" : value
        }
        return words.joined(separator: " ")
    }
}

extension CommandReference.Argument {
    /// The names and the placeholder, as a manual page shows them, in the form that `HelpMarkup` describes.
    var label: String {
        guard let names else { return "*\(valueName)*" }
        let list = names.sorted { $0.text.count < $1.text.count }.map { "`\($0.text)`" }.joined(separator: ", ")
        return kind == "option" ? "\(list) *\(valueName)*" : list
    }

    /// Joins the help text, the possible values and the default value.
    ///
    /// - Parameter note: Further sentences, placed before the default value.
    /// - Returns: Full sentences.
    func explanation(note: String = "") -> String {
        var text = abstract ?? ""
        var standard = defaultValue.map { "`\($0.hasSuffix(".0") ? String($0.dropLast(2)) : $0)`" }
        // A default that the parser does not know is part of the text: "… (default: 8; 32 for this machine)".
        if let start = text.firstRange(of: "(default: "), let end = text[start.upperBound...].lastIndex(of: ")") {
            standard = String(text[start.upperBound..<end])
            text.removeSubrange(start.lowerBound...)
            while text.last == " " { text.removeLast() }
        }
        if let last = text.last, last != "." { text += "." }
        if let allValues, !allValues.allSatisfy({ text.contains($0) }) {
            text += " The values are \(allValues.map { "`\($0)`" }.joined(separator: ", "))."
        }
        if !note.isEmpty { text += " " + note }
        if let standard, kind != "flag", !text.contains("by default") { text += " The default is \(standard)." }
        return text
    }
}
