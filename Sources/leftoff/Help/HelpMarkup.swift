/// A text of the manual, parsed from a small subset of Markdown.
///
/// A line that begins with `## ` starts a section. Lines that are indented by four spaces are examples, printed as they
/// are. A line that begins with `- ` is an item of a list. A line followed by one that begins with `: ` is a term and
/// its definition. Within text, backquotes enclose what a user types, and asterisks enclose placeholders.
///
/// ```
/// Prints links.
///
/// ## Examples
/// Print the links of a page:
///
///     leftoff links page.html
/// ```
struct HelpMarkup {
    /// A paragraph, an example, a list or a list of terms.
    enum Block: Equatable {
        /// Running text.
        case paragraph([Span])
        /// Lines to print as they are.
        case example([String])
        /// The items of a list.
        case list([[Span]])
        /// Terms with their definitions.
        case terms([Term])
    }

    /// A term with its definition.
    struct Term: Equatable {
        /// The term.
        var term: [Span]
        /// The definition.
        var definition: [Span]
    }

    /// A part of a text in one style.
    enum Span: Equatable {
        /// Ordinary text.
        case text(String)
        /// Text that a user types, such as a command or an option.
        case literal(String)
        /// A placeholder for a value.
        case placeholder(String)

        /// The text without its style.
        var string: String {
            switch self {
            case .text(let string), .literal(let string), .placeholder(let string): string
            }
        }
    }

    /// A section of a text.
    struct Section: Equatable {
        /// The heading; empty for the blocks before the first heading.
        var title: String
        /// The blocks in order.
        var blocks: [Block] = []
    }

    /// The sections in order; the first one has no heading.
    private(set) var sections = [Section(title: "")]

    /// Parses a text.
    ///
    /// - Parameter text: The text in the subset of Markdown.
    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first {
            if line.isEmpty {
                lines.removeFirst()
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
                lines.removeFirst()
            } else {
                sections[sections.count - 1].blocks.append(Self.block(&lines))
            }
        }
    }

    /// Removes the next block from the lines and returns it.
    private static func block(_ lines: inout ArraySlice<Substring>) -> Block {
        if lines.first?.hasPrefix("    ") == true { return example(&lines) }
        if lines.first?.hasPrefix("- ") == true {
            var items: [[Span]] = []
            while lines.first?.hasPrefix("- ") == true { items.append(spans(joined(&lines, marker: 2))) }
            return .list(items)
        }
        if lines.dropFirst().first?.hasPrefix(": ") == true {
            var terms: [Term] = []
            while let term = lines.first, lines.dropFirst().first?.hasPrefix(": ") == true {
                lines.removeFirst()
                terms.append(Term(term: spans(String(term)), definition: spans(joined(&lines, marker: 2))))
                // Terms may be separated by empty lines.
                if lines.first?.isEmpty == true, lines.dropFirst(2).first?.hasPrefix(": ") == true {
                    lines.removeFirst()
                }
            }
            return .terms(terms)
        }
        return .paragraph(spans(joined(&lines, marker: 0)))
    }

    /// Removes the lines of an example, including empty lines within it.
    private static func example(_ lines: inout ArraySlice<Substring>) -> Block {
        var example: [String] = []
        while let line = lines.first {
            if line.hasPrefix("    ") {
                example.append(String(line.dropFirst(4)))
            } else if line.isEmpty, lines.dropFirst().first?.hasPrefix("    ") == true {
                example.append("")
            } else {
                break
            }
            lines.removeFirst()
        }
        return .example(example)
    }

    /// Removes a line and its continuations.
    ///
    /// - Parameters:
    ///   - lines: The lines, of which at least one is left.
    ///   - marker: The length of the marker at the beginning of the first line. Continuations are indented by it.
    /// - Returns: The lines as one text.
    private static func joined(_ lines: inout ArraySlice<Substring>, marker: Int) -> String {
        var text = String(lines.removeFirst().dropFirst(marker))
        while let line = lines.first, !line.isEmpty, !line.hasPrefix("- "), !line.hasPrefix("## "),
            marker == 0 || line.hasPrefix("  ")
        {
            text += " " + line.drop { $0 == " " }
            lines.removeFirst()
        }
        return text
    }

    /// Splits a text into its spans.
    ///
    /// - Parameter text: The text with backquotes and asterisks.
    /// - Returns: The spans. A marker without its counterpart is text, and so is an asterisk before a space.
    static func spans(_ text: String) -> [Span] {
        var spans: [Span] = []
        var plain = ""
        var rest = Substring(text)
        func flush() {
            if !plain.isEmpty { spans.append(.text(plain)) }
            plain = ""
        }
        while let character = rest.popFirst() {
            guard character == "`" || (character == "*" && rest.first?.isLetter == true),
                let end = rest.firstIndex(of: character)
            else {
                plain.append(character)
                continue
            }
            flush()
            let inner = String(rest[..<end])
            spans.append(character == "`" ? .literal(inner) : .placeholder(inner))
            rest = rest[rest.index(after: end)...]
        }
        flush()
        return spans
    }
}

extension [HelpMarkup.Span] {
    /// The text without its styles.
    var string: String { map(\.string).joined() }
}
