import VisibleText
import WHATWGURL

/// A usage error as one line, derived from the argument parser's message of several lines.
struct UsageMessage: CustomStringConvertible {
    let description: String

    /// Creates a line that contains the problem, any valid values that the message lists, and the help command.
    ///
    /// - Parameters:
    ///   - parserMessage: The parser's full message: `Error: …`, lines with valid values that begin with `- ` if there
    ///     are any, `Usage: …`, and a hint that names the help command.
    ///   - arguments: The parsed arguments, which the message quotes unchanged.
    init(parserMessage: String, arguments: [String] = []) {
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
