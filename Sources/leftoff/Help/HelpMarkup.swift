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
    enum Block {
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
    struct Term {
        /// The term.
        var term: [Span]
        /// The definition.
        var definition: [Span]
    }

    /// A part of a text in one style.
    struct Span {
        /// The style of a part.
        enum Style {
            /// Ordinary text.
            case text
            /// Text that a user types, such as a command or an option.
            case literal
            /// A placeholder for a value.
            case placeholder
        }

        /// The text without its style.
        var string: String
        /// The style.
        var style = Style.text
    }

    /// A section of a text.
    struct Section {
        /// The heading; empty for the blocks before the first heading.
        var title: String
        /// The blocks in order.
        var blocks: [Block] = []
    }

    /// The sections in order; the first one has no heading.
    private(set) var sections = [Section(title: "")]

    /// The blocks of all sections.
    var blocks: [Block] { sections.flatMap(\.blocks) }

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
            if !plain.isEmpty { spans.append(Span(string: plain)) }
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
            spans.append(Span(string: String(rest[..<end]), style: character == "`" ? .literal : .placeholder))
            rest = rest[rest.index(after: end)...]
        }
        flush()
        return spans
    }
}

extension [HelpMarkup.Span] {
    /// The text without its styles.
    var string: String { map(\.string).joined() }

    /// The words, which contain no spaces and may consist of parts in several styles.
    var words: [[HelpMarkup.Span]] {
        var words: [[HelpMarkup.Span]] = [[]]
        for span in self {
            for (index, part) in span.string.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { words.append([]) }
                if !part.isEmpty {
                    words[words.count - 1].append(HelpMarkup.Span(string: String(part), style: span.style))
                }
            }
        }
        return words.filter { !$0.isEmpty }
    }
}

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
        let widths = terms.map { words($0.term).map(\.string).joined(separator: " ").count }
        let column = min(widths.max() ?? 0, Self.maximumTermWidth) + 4
        return zip(terms, widths).flatMap { term, width in
            let label = "  " + words(term.term).map(styled).joined(separator: " ")
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
            let wordWidth = word.string.count
            if column > indent, column + 1 + wordWidth > width {
                lines.append(line)
                (line, column) = (margin, indent)
            }
            if column > indent {
                line += " "
                column += 1
            }
            line += styled(word)
            column += wordWidth
        }
        return lines + [line]
    }

    private func words(_ spans: [HelpMarkup.Span]) -> [[HelpMarkup.Span]] {
        guard !isStyled else { return spans.words }
        // Without styles, backquotes mark where a command begins and ends.
        return spans.map { $0.style == .literal ? HelpMarkup.Span(string: "`\($0.string)`") : $0 }.words
    }

    private func styled(_ word: [HelpMarkup.Span]) -> String {
        guard isStyled else { return word.string }
        return word.map { part in
            switch part.style {
            case .text: part.string
            case .literal: bold(part.string)
            case .placeholder: "\u{1B}[4m\(part.string)\u{1B}[24m"
            }
        }.joined()
    }

    private func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[22m" : text }
}

/// A writer of manual pages in roff with the macros of man(7).
struct RoffText {
    /// The lines of the page.
    private(set) var lines: [String] = []

    /// The maximum length of a line of text; mandoc warns about lines of more than 80 bytes.
    private static let maximumLength = 78
    /// The widest term whose definition begins on the same line.
    private static let maximumTermWidth = 18
    /// The maximum length of definitions in a list without empty lines between its items.
    private static let maximumCompactLength = 110

    /// The page's text.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Appends a comment.
    mutating func comment(_ text: String) { lines.append(".\\\" " + text) }

    /// Appends a macro with arguments, which are quoted if they contain spaces.
    mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { $0.contains(" ") || $0.isEmpty ? "\"\($0)\"" : $0 }
        lines.append(([".\(name)"] + words).joined(separator: " "))
    }

    /// Appends a heading (`SH` or `SS`).
    mutating func heading(_ macro: String, _ title: String) { self.macro(macro, Self.escaped(title)) }

    /// Appends the line of the section NAME, which indexes such as whatis(1) read.
    mutating func nameLine(_ page: String, _ summary: String) {
        lines.append("\(Self.escaped(page, isLiteral: true)) \\- \(Self.escaped(summary))")
    }

    /// Appends text, in the form that `HelpMarkup` describes, as a single line.
    mutating func append(line text: String) { append(line: HelpMarkup.spans(text)) }

    private mutating func append(line spans: [HelpMarkup.Span]) {
        lines.append(Self.words(spans).joined(separator: " "))
    }

    /// Appends text in the form that `HelpMarkup` describes.
    ///
    /// - Parameters:
    ///   - text: The text; its headings are omitted.
    ///   - isFirst: True directly after a heading, where a paragraph needs no macro.
    mutating func append(_ text: String, isFirst: Bool = false) { append(HelpMarkup(text).blocks, isFirst: isFirst) }

    /// Appends blocks of text.
    ///
    /// - Parameters:
    ///   - blocks: The blocks in order.
    ///   - isFirst: True directly after a heading, where a paragraph needs no macro.
    mutating func append(_ blocks: [HelpMarkup.Block], isFirst: Bool) {
        for (index, block) in blocks.enumerated() {
            switch block {
            case .paragraph(let spans):
                if index > 0 || !isFirst { macro("PP") }
                append(spans)
            case .example(let example):
                if index > 0 || !isFirst { macro("PP") }
                macro("RS", "4")
                macro("EX")
                lines += example.map { Self.line($0.isEmpty ? "\\&" : Self.escaped($0, isLiteral: true)) }
                macro("EE")
                macro("RE")
            case .list(let items):
                for item in items {
                    macro("IP", "\\(bu", "3")
                    append(item)
                }
            case .terms(let terms): append(terms)
            }
        }
    }

    /// Appends a list of terms.
    private mutating func append(_ terms: [HelpMarkup.Term]) {
        let width = terms.map(\.term.string.count).max() ?? 0
        let isCompact = terms.allSatisfy { $0.definition.string.count <= Self.maximumCompactLength }
        for (index, term) in terms.enumerated() {
            // The first item has the usual distance to the text above.
            if isCompact, index == 1 { macro("PD", "0") }
            macro("TP", String(min(width, Self.maximumTermWidth) + 2))
            append(line: term.term)
            append(term.definition)
        }
        if isCompact, terms.count > 1 { macro("PD") }
    }

    /// Appends a term of a list and its definition.
    ///
    /// - Parameters:
    ///   - term: The term, which must fit on a line.
    ///   - definition: Its definition, in the form that `HelpMarkup` describes.
    mutating func append(term: String, definition: String) {
        macro("TP")
        append(line: term)
        for (index, block) in HelpMarkup(definition).blocks.enumerated() {
            if index > 0 { macro("IP") }
            append([block], isFirst: true)
        }
    }

    /// Appends text, one sentence after the other, each on lines of its own.
    private mutating func append(_ spans: [HelpMarkup.Span]) {
        var line = ""
        var length = 0
        for word in Self.words(spans) {
            if !line.isEmpty, length + 1 + word.count > Self.maximumLength {
                lines.append(Self.line(line))
                (line, length) = ("", 0)
            }
            line += line.isEmpty ? word : " " + word
            length += word.count + 1
            if let last = word.last, last == "." || last == ":" || last == "?", !word.hasSuffix("...") {
                lines.append(Self.line(line))
                (line, length) = ("", 0)
            }
        }
        if !line.isEmpty { lines.append(Self.line(line)) }
    }

    /// Splits text into words, with the escapes of their styles.
    private static func words(_ spans: [HelpMarkup.Span]) -> [String] { spans.words.map { $0.map(styled).joined() } }

    private static func styled(_ part: HelpMarkup.Span) -> String {
        switch part.style {
        case .text: reference(part.string) ?? escaped(part.string)
        // Each word has its own escapes, because a line may end within the command.
        case .literal: "\\fB\(escaped(part.string, isLiteral: true))\\fR"
        case .placeholder: "\\fI\(escaped(part.string))\\fR"
        }
    }

    /// Returns a word that refers to another page, such as `leftoff-queue(1),`, with its name in bold; nil for others.
    private static func reference(_ word: String) -> String? {
        guard let open = word.firstIndex(of: "("), open > word.startIndex else { return nil }
        let rest = word[open...]
        guard rest.dropFirst().first?.isNumber == true, rest.dropFirst(2).first == ")",
            word[..<open].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
        else { return nil }
        return "\\fB\(escaped(String(word[..<open]), isLiteral: true))\\fR\(escaped(String(rest)))"
    }

    /// Protects a line that begins with a control character.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// Escapes a text.
    ///
    /// - Parameters:
    ///   - text: The text as it is to be read.
    ///   - isLiteral: True for text that is typed, in which each character stands for itself; otherwise hyphens and
    ///     quotes are typographic.
    /// - Returns: The text in roff.
    private static func escaped(_ text: String, isLiteral: Bool = false) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\(rs"
            case "“": result += "\\(lq"
            case "”": result += "\\(rq"
            case "-" where isLiteral: result += "\\-"
            case "'" where isLiteral: result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            default: result.append(character)
            }
        }
        return result
    }
}
