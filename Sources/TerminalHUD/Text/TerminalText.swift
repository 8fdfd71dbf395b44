/// Functions that make text from any source safe to print on a terminal, and shorten it.
package enum TerminalText {
    /// Replaces everything that a terminal could interpret as a command or that could break the line.
    ///
    /// This affects control characters, escape bytes, line ends, and marks that change the writing direction. Of a
    /// joined emoji, only the first part is kept, because terminals disagree about the width of the rest.
    ///
    /// - Parameter text: Text from any source.
    /// - Returns: The text as one line. Each such character is replaced by U+FFFD, and tabs and line ends by a space.
    package static func sanitized(_ text: String) -> String {
        // Most text is plain ASCII and needs no copy.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = ""
        for character in text {
            if character.isNewline || character == "\t" {
                result.append(" ")
                continue
            }
            var kept = ""
            for scalar in character.unicodeScalars {
                if scalar == "\u{200D}" { break }
                if isHarmless(scalar) {
                    kept.unicodeScalars.append(scalar)
                } else {
                    kept.unicodeScalars.append("\u{FFFD}")
                }
            }
            result += kept
        }
        return result
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

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: false
        // Line and paragraph separators, and all marks that change the writing direction.
        case 0x2028...0x202E, 0x2066...0x206F, 0x200E, 0x200F, 0x061C: false
        // Tags, interlinear annotations and noncharacters.
        case 0xE0000...0xE0FFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: false
        default: scalar.properties.generalCategory != .surrogate
        }
    }
}
