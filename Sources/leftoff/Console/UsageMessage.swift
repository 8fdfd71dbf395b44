import TerminalHUD
import WHATWGURL

/// A usage error in one line, made from the argument parser's message of several.
struct UsageMessage: CustomStringConvertible {
    let description: String

    /// Takes what is wrong with the choices that it lists, and where the help is.
    ///
    /// - Parameters:
    ///   - parserMessage: The parser's full message: `Error: …`, perhaps a list of values each on a line that begins with
    ///   `- `, then `Usage: …`, then where to find help.
    ///   - arguments: What was parsed, which the message quotes as it is.
    init(parserMessage: String, arguments: [String] = []) {
        let lines = Self.cleaned(parserMessage, of: arguments).split(separator: "\n").map {
            String($0.trimmingPrefix(while: \.isWhitespace))
        }
        var problem = lines.first ?? "the arguments are not of the command's form"
        if problem.hasPrefix("Error: ") { problem.removeFirst("Error: ".count) }
        let choices = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2).prefix { $0 != " " } }
        if !choices.isEmpty { problem += " " + choices.joined(separator: ", ") }
        while problem.hasSuffix(".") { problem.removeLast() }
        problem = CredentialMask.masked(problem)
        // "See 'leftoff links --help' for more information." names the command whose help it is.
        let help = lines.last { $0.contains("--help") }?.split(separator: "'").dropFirst().first ?? "leftoff --help"
        description = "usage: \(problem.prefix(1).lowercased())\(problem.dropFirst()); see '\(help)'"
    }

    /// Takes line ends and commands for the terminal out of what the message quotes.
    private static func cleaned(_ message: String, of arguments: [String]) -> String {
        var message = message
        for argument in arguments {
            // An option's value may stand behind an equals sign.
            for text in [
                argument, String(argument[(argument.firstIndex(of: "=") ?? argument.startIndex)...].dropFirst()),
            ] {
                let clean = TerminalText.sanitized(text)
                if clean != text { message = message.replacing(text, with: clean) }
            }
        }
        return message
    }
}
