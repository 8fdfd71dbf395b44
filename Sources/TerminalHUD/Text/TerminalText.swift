/// Makes text from anywhere safe to print, and cuts it to size.
package enum TerminalText {
    /// Replaces what a terminal could take as a command or what would upset the line.
    ///
    /// That is control characters, escape bytes, line ends, and the marks that turn the writing direction. Of a joined emoji only the first part is kept, since terminals
    /// don't agree on the width of the rest.
    ///
    /// - Parameter text: The text.
    /// - Returns: One line of the same text, each such character replaced by U+FFFD, tabs and line ends by a space.
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

    /// Makes text safe for a terminal that shows only ASCII.
    ///
    /// - Parameter text: The text.
    /// - Returns: The sanitised text, each other grapheme replaced by a question mark.
    package static func ascii(_ text: String) -> String {
        String(sanitized(text).map { $0.isASCII ? $0 : $0 == "…" ? "~" : $0 == "·" ? "," : "?" })
    }

    /// Makes the addresses in a line links that a terminal can follow (OSC 8).
    ///
    /// - Parameter line: The sanitised line.
    /// - Returns: The same line with a link around each `http:` and `https:` address of printable ASCII.
    package static func linked(_ line: String) -> String {
        guard line.contains("://") else { return line }
        return line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            // What closes a sentence or a bracket is not the address'.
            let end = word.lastIndex { !",;:.!?)>]\"'".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
            let address = word[..<end]
            let isAddress = address.hasPrefix("http://") || address.hasPrefix("https://")
            guard isAddress, address.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return String(word) }
            return "\u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\\(word[end...])"
        }.joined(separator: " ")
    }

    /// Cuts a text to a width.
    ///
    /// - Parameters:
    ///   - text: The sanitised text.
    ///   - width: How many cells it may take.
    ///   - ellipsis: What stands for the rest.
    /// - Returns: The text, or its begin with the ellipsis.
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
        // Line and paragraph separator, embeddings, overrides, isolates, and the other marks of direction.
        case 0x2028...0x202E, 0x2066...0x206F, 0x200E, 0x200F, 0x061C: false
        // Tags, private use and what is no character.
        case 0xE0000...0xE0FFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: false
        default: scalar.properties.generalCategory != .surrogate
        }
    }
}
