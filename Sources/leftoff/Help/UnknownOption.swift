import Syntax

/// A misspelt option, which the argument parser reports only if it finds nothing else wrong.
enum UnknownOption {
    /// Returns the failure for the first long option that the named command does not have.
    ///
    /// - Parameter arguments: The arguments after the program's name, which the argument parser has refused.
    /// - Returns: The failure, with the nearest names; nil if all long options are known.
    static func failure(in arguments: some Sequence<String>) -> CommandFailure? {
        guard var command = (try? CommandReference.make())?.command else { return nil }
        var words = ["leftoff"]
        var isValue = false
        for argument in arguments.prefix(while: { $0 != "--" }) {
            if isValue {
                isValue = false
                continue
            }
            guard argument.hasPrefix("-") else {
                if let child = command.subcommands?.first(where: { $0.commandName == argument }) {
                    command = child
                    words.append(argument)
                }
                continue
            }
            guard argument.hasPrefix("--") else { continue }
            // The options of a group may be those of its default command.
            guard command.subcommands?.isEmpty ?? true, command.takesOptions else { return nil }
            let name = String(argument.unicodeScalars.prefix { $0 != "=" })
            let options = (command.arguments ?? []).flatMap { option in (option.names ?? []).map { ($0.text, option) } }
            guard let option = options.first(where: { $0.0 == name })?.1 else {
                let near = NameSuggestions.nearest(to: name, among: options.map(\.0).filter { $0.hasPrefix("--") })
                let question = near.first.map { " (did you mean '\($0)'?)" } ?? ""
                return .usage("unknown option '\(name)'\(question); see '\(words.joined(separator: " ")) --help'")
            }
            let hasValue = argument.unicodeScalars.contains("=")
            if hasValue, !argument.contains("=") {
                return .usage("the value of \(name) begins with a combining character, which is no word")
            }
            isValue = !hasValue && option.kind == "option" && option.parsingStrategy == "unconditional"
        }
        return nil
    }
}

extension CommandReference.Command {
    /// False if unknown options are arguments of the command.
    fileprivate var takesOptions: Bool { arguments?.contains { $0.parsingStrategy == "allUnrecognized" } != true }
}
