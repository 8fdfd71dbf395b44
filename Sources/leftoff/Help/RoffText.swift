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

    /// Appends text as a single line.
    mutating func append(line spans: [HelpMarkup.Span]) { lines.append(Self.words(spans).joined(separator: " ")) }

    /// Appends blocks of text.
    ///
    /// - Parameters:
    ///   - blocks: The blocks in order.
    ///   - isFirst: True directly after a heading, where a paragraph needs no macro.
    mutating func append(_ blocks: [HelpMarkup.Block], isFirst: Bool = false) {
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
    ///   - definition: The blocks of its definition.
    mutating func append(term: [HelpMarkup.Span], definition: [HelpMarkup.Block]) {
        macro("TP")
        append(line: term)
        for (index, block) in definition.enumerated() {
            if index > 0 { macro("IP") }
            if case .paragraph(let spans) = block { append(spans) } else { append([block], isFirst: true) }
        }
    }

    /// Appends text, one sentence after the other, each on lines of its own.
    mutating func append(_ spans: [HelpMarkup.Span]) {
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
    private static func words(_ spans: [HelpMarkup.Span]) -> [String] {
        var words = [""]
        for span in spans {
            let parts = span.string.split(separator: " ", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0, !words[words.count - 1].isEmpty { words.append("") }
                guard !part.isEmpty else { continue }
                words[words.count - 1] += styled(String(part), as: span)
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func styled(_ text: String, as span: HelpMarkup.Span) -> String {
        switch span {
        case .text: reference(text) ?? escaped(text)
        // Each word has its own escapes, because a line may end within the command.
        case .literal: "\\fB\(escaped(text, isLiteral: true))\\fR"
        case .placeholder: "\\fI\(escaped(text))\\fR"
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
