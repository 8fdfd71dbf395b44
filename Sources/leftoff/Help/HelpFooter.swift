import ArgumentParser

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
    /// Returns the text followed by spaces up to a width in characters.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
