/// A renderer of manual texts for a terminal or a pipe.
struct TerminalHelp {
    /// The number of columns at which lines are wrapped.
    let width: Int
    /// True to use bold and underlined text; false for text without escape codes.
    let isStyled: Bool

    /// The widest lines; longer ones are tiring to read.
    static let maximumWidth = 100
    /// The width without a terminal.
    static let standardWidth = 80

    /// The widest term whose definition begins on the same line.
    private static let maximumTermWidth = 18

    /// Renders a text.
    ///
    /// - Parameters:
    ///   - markup: The text with its sections.
    ///   - title: The line above it.
    /// - Returns: The lines without line breaks. Headings are in upper case.
    func lines(_ markup: HelpMarkup, title: String) -> [String] {
        var lines = [bold(title)]
        for section in markup.sections where !section.blocks.isEmpty {
            lines.append("")
            if !section.title.isEmpty { lines.append(bold(section.title.uppercased())) }
            for (index, block) in section.blocks.enumerated() {
                if index > 0 { lines.append("") }
                lines += self.lines(block)
            }
        }
        return lines
    }

    /// Renders text without headings.
    ///
    /// - Parameter text: A single paragraph.
    /// - Returns: The lines, not indented.
    func lines(_ text: String) -> [String] { wrapped(HelpMarkup.spans(text), indent: 0) }

    private func lines(_ block: HelpMarkup.Block) -> [String] {
        switch block {
        case .paragraph(let spans): wrapped(spans, indent: 2)
        case .example(let lines): lines.map { $0.isEmpty ? "" : "      " + $0 }
        case .list(let items): items.flatMap { wrapped($0, indent: 4, label: "  - ") }
        case .terms(let terms): lines(terms)
        }
    }

    private func lines(_ terms: [HelpMarkup.Term]) -> [String] {
        let widths = terms.map { words($0.term).map(\.width).reduce(-1) { $0 + $1 + 1 } }
        let column = min(widths.max() ?? 0, Self.maximumTermWidth) + 4
        return zip(terms, widths).flatMap { term, width in
            let label = "  " + words(term.term).map(\.rendered).joined(separator: " ")
            guard width + 4 <= column else { return [label] + wrapped(term.definition, indent: column) }
            return wrapped(
                term.definition, indent: column, label: label + String(repeating: " ", count: column - width - 2))
        }
    }

    /// Wraps a text.
    ///
    /// - Parameters:
    ///   - spans: The text in one paragraph.
    ///   - indent: The number of columns before each line.
    ///   - label: The text in these columns of the first line; nil for spaces.
    /// - Returns: The lines, at least one.
    private func wrapped(_ spans: [HelpMarkup.Span], indent: Int, label: String? = nil) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = label ?? margin
        var column = indent
        for word in words(spans) {
            if column > indent, column + 1 + word.width > width {
                lines.append(line)
                (line, column) = (margin, indent)
            }
            if column > indent {
                line += " "
                column += 1
            }
            line += word.rendered
            column += word.width
        }
        return lines + [line]
    }

    /// A word without spaces, which may consist of parts in several styles.
    private struct Word {
        var rendered = ""
        var width = 0
    }

    private func words(_ spans: [HelpMarkup.Span]) -> [Word] {
        var words = [Word()]
        for span in spans {
            // Without styles, backquotes mark where a command begins and ends.
            let text = if case .literal(let string) = span, !isStyled { "`\(string)`" } else { span.string }
            for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if index > 0, words[words.count - 1].width > 0 { words.append(Word()) }
                words[words.count - 1].rendered += styled(String(part), as: span)
                words[words.count - 1].width += part.count
            }
        }
        if words.last?.width == 0 { words.removeLast() }
        return words
    }

    private func styled(_ text: String, as span: HelpMarkup.Span) -> String {
        guard isStyled, !text.isEmpty else { return text }
        return switch span {
        case .text: text
        case .literal: bold(text)
        case .placeholder: "\u{1B}[4m\(text)\u{1B}[24m"
        }
    }

    private func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[22m" : text }
}
