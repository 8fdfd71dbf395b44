import VisibleText

/// Functions that make text from any source safe to print on a terminal, and shorten it.
package enum TerminalText {
    /// Returns a text as a line whose width in cells is known.
    ///
    /// Characters that a terminal obeys or hides are replaced (``/VisibleText/VisibleText/line(_:)``). Of a joined
    /// emoji, only the first part is kept, because terminals disagree about the width of the rest. Conjuncts of Indic
    /// scripts, which have joiners too, are kept.
    ///
    /// - Parameter text: Text from any source.
    /// - Returns: The text as one line. Each such character is replaced by U+FFFD, and tabs and line ends by a space.
    package static func sanitized(_ text: String) -> String {
        let line = VisibleText.line(text)
        guard line.unicodeScalars.contains("\u{200D}") else { return line }
        var result = String.UnicodeScalarView()
        for character in line {
            let isEmoji = character.unicodeScalars.first?.properties.isEmoji == true
            result += character.unicodeScalars.prefix { !isEmoji || $0 != "\u{200D}" }
        }
        return String(result)
    }

    /// Returns the sanitized text with every grapheme that is not ASCII replaced, for terminals that show only ASCII.
    package static func ascii(_ text: String) -> String {
        String(sanitized(text).map { $0.isASCII ? $0 : $0 == "…" ? "~" : $0 == "·" ? "," : "?" })
    }

    /// Returns a sanitized line with each `http:` and `https:` address of printable ASCII made clickable (OSC 8).
    package static func linked(_ line: String) -> String {
        guard line.contains("://") else { return line }
        return line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            // Closing punctuation and brackets are not part of the URL.
            let end = word.lastIndex { !",;:.!?)>]\"'".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
            let address = word[..<end]
            let isAddress = address.hasPrefix("http://") || address.hasPrefix("https://")
            guard isAddress, address.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return String(word) }
            return "\u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\\(word[end...])"
        }.joined(separator: " ")
    }

    /// Shortens a sanitized text to a width in cells.
    ///
    /// - Parameters:
    ///   - text: The sanitized text.
    ///   - width: The maximum width in cells.
    ///   - ellipsis: The sign that replaces the rest.
    /// - Returns: The text, or its start followed by the ellipsis.
    package static func cut(_ text: String, to width: Int, ellipsis: String = "…") -> String {
        guard width > 0 else { return "" }
        if DisplayWidth.of(text) <= width { return text }
        let room = width - DisplayWidth.of(ellipsis)
        guard room > 0 else { return String(text.first.map { DisplayWidth.of($0) <= width ? String($0) : "" } ?? "") }
        var result = ""
        var used = 0
        for character in text {
            used += DisplayWidth.of(character)
            if used > room { break }
            result.append(character)
        }
        return result + ellipsis
    }
}
