/// A quote and its context, with white space collapsed, that is shortened for a text directive.
struct QuotedText {
    /// The text, without white space at its ends.
    private(set) var text: String
    /// True if the start of the quote was dropped.
    private(set) var hasDroppedStart = false
    /// True if the end of the quote was dropped.
    private(set) var hasDroppedEnd = false
    /// The text before ``text``.
    private var before: String
    /// The text after ``text``.
    private var after: String

    /// True if the context on each side is known to lie in one block.
    private let hasKnownExtent: Bool

    /// Creates a text from a quote, cut at block boundaries.
    ///
    /// Browsers match the text and its context within one block each.
    ///
    /// - Parameters:
    ///   - quote: The text with its context. Line breaks in the context count as block boundaries.
    ///   - extent: The parts of the quote within one block each; nil if unknown.
    init(_ quote: TextQuote, extent: QuoteBlockExtent? = nil) {
        hasKnownExtent = extent != nil
        let linesBefore = Self.tail(quote.prefix, extent?.before).split(
            separator: "\n", omittingEmptySubsequences: false)
        let linesAfter = Self.head(quote.suffix, extent?.after).split(separator: "\n", omittingEmptySubsequences: false)
        before = Self.collapsed((linesBefore.count > 1 ? " " : "") + (linesBefore.last ?? ""))
        after = Self.collapsed((linesAfter.first ?? "") + (linesAfter.count > 1 ? " " : ""))
        let kept = Self.head(quote.exact, extent?.exact)
        if kept.count < quote.exact.count {
            hasDroppedEnd = true
            after = ""
        }
        let exact = Self.collapsed(kept)
        if exact.first == " " { before += " " }
        if exact.last == " " { after = " " + after }
        text = Self.trimmed(exact)
    }

    /// Returns the first UTF-16 units of a text followed by a line break, or the whole text if the length is nil.
    private static func head(_ text: String, _ length: Int?) -> String {
        guard let length, length < text.utf16.count else { return text }
        return String(decoding: text.utf16.prefix(length), as: UTF16.self) + "\n"
    }

    /// Returns a line break followed by the last UTF-16 units of a text, or the whole text if the length is nil.
    private static func tail(_ text: String, _ length: Int?) -> String {
        guard let length, length < text.utf16.count else { return text }
        return "\n" + String(decoding: text.utf16.suffix(length), as: UTF16.self)
    }

    /// Drops a first word that begins before the quote, and a last word that ends after it.
    mutating func dropCutWords() {
        if Self.isInsideWord(before, text), let cut = Self.firstBoundary(in: text) {
            drop(start: text[..<cut])
        }
        if Self.isInsideWord(text, after), let cut = Self.lastBoundary(in: text) {
            drop(end: text[cut...])
        }
    }

    /// Drops the whole words before a given character.
    ///
    /// - Parameters:
    ///   - offset: The character's offset in UTF-16 units from the start of `exact`.
    ///   - exact: The original text of the quote, with its white space.
    mutating func dropText(beforeUTF16Offset offset: Int, in exact: String) {
        guard offset > 0 else { return }
        let head = String(decoding: exact.utf16.prefix(offset), as: UTF16.self)
        // Both texts have the same words but different white space, so the offset is converted to a number of words.
        var skipped = head.split(whereSeparator: \.isWhitespace).count
        if head.last?.isWhitespace == false { skipped -= 1 }
        if hasDroppedStart { skipped -= 1 }
        let words = text.split(separator: " ")
        guard skipped > 0, skipped < words.count else { return }
        drop(start: text[..<words[skipped].startIndex])
    }

    private mutating func drop(start: Substring) {
        before += before.last == " " && start.first == " " ? start.dropFirst() : start
        text = Self.trimmed(String(text[start.endIndex...]))
        if start.last != " " { before += " " }
        hasDroppedStart = true
    }

    private mutating func drop(end: Substring) {
        after = end + after
        text = Self.trimmed(String(text[..<end.startIndex]))
        hasDroppedEnd = true
    }

    // MARK: - Context

    /// Returns the last words before the text, within one sentence unless block boundaries are known.
    ///
    /// - Parameter limit: The maximum number of words.
    /// - Returns: The words, or nil if there is no whole word.
    func prefixContext(_ limit: Int) -> String? {
        var words = before.split(separator: " ")
        // If the capture cut the context, its first word may be incomplete.
        if before.first != " ", let first = words.first, Self.mayBeCut(first, of: words.count, in: before) {
            let whole = first.contains(where: Self.isUnspaced) ? Self.firstBoundary(in: first) : nil
            words.replaceSubrange(..<1, with: whole.map { [first[$0...]] } ?? [])
        }
        words = Array(words.suffix(limit))
        // A block may end where a sentence ends. The last word is exempt: it may end the block before the quote.
        if !hasKnownExtent, let end = words.dropLast().lastIndex(where: Self.endsSentence) {
            words.removeFirst(end + 1)
        }
        let context = words.joined(separator: " ")
        return context.contains(where: Self.isWordCharacter) ? context : nil
    }

    /// Returns the first words after the text, within one sentence unless block boundaries are known.
    ///
    /// - Parameter limit: The maximum number of words.
    /// - Returns: The words, or nil if there is no whole word.
    func suffixContext(_ limit: Int) -> String? {
        var words = after.split(separator: " ")
        if after.last != " ", let last = words.last, Self.mayBeCut(last, of: words.count, in: after) {
            let whole = last.contains(where: Self.isUnspaced) ? Self.lastBoundary(in: last) : nil
            words.replaceSubrange((words.count - 1)..., with: whole.map { [last[..<$0]] } ?? [])
        }
        words = Array(words.prefix(limit))
        if !hasKnownExtent, let end = words.firstIndex(where: Self.endsSentence) { words.removeSubrange((end + 1)...) }
        let context = words.joined(separator: " ")
        return context.contains(where: Self.isWordCharacter) ? context : nil
    }

    /// The length in characters from which a context is assumed to be cut off by the capture; a shorter context is
    /// assumed to end where the page ends.
    private static let capturedContextLength = 32

    /// Returns true if the outermost word of a context may be incomplete.
    ///
    /// The only word of a short context is complete, because the page begins or ends there. In a script without spaces,
    /// a word may still be incomplete.
    private static func mayBeCut(_ word: Substring, of count: Int, in context: String) -> Bool {
        count > 1 || context.count >= capturedContextLength || word.contains(where: isUnspaced)
    }

    private static func endsSentence(_ word: Substring) -> Bool {
        let last = word.last { !"\"'”’»)]".contains($0) }
        return last.map { ".!?…:;。！？".contains($0) } ?? false
    }

    // MARK: - Words

    /// Returns true if two adjacent texts meet within a word, approximating the word boundaries of UAX #29.
    private static func isInsideWord(_ left: String, _ right: String) -> Bool {
        guard let before = left.last, let after = right.first else { return false }
        if isWordCharacter(before), isWordCharacter(after) { return true }
        // Examples: don't, 3.14, 12:30, l’eau
        if isWordCharacter(before), isConnector(after) { return right.dropFirst().first.map(isWordCharacter) ?? false }
        if isConnector(before), isWordCharacter(after) { return left.dropLast().last.map(isWordCharacter) ?? false }
        return false
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Returns true if the character's script has no spaces between words, so that word boundaries need a dictionary.
    private static func isUnspaced(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        if scalar.properties.isIdeographic { return true }
        return switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao, Myanmar, Khmer
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true  // Hiragana, Katakana
        default: false
        }
    }

    private static func isConnector(_ character: Character) -> Bool { "'’.:,;·".contains(character) }

    /// Returns the start of the first word that is certainly complete.
    private static func firstBoundary(in text: some StringProtocol) -> String.Index? {
        guard let mark = text.firstIndex(where: isClearBoundary) else { return nil }
        return text[mark...].firstIndex(where: isWordCharacter)
    }

    /// Returns the end of the last word that is certainly complete.
    private static func lastBoundary(in text: some StringProtocol) -> String.Index? {
        guard let mark = text.lastIndex(where: isClearBoundary),
            let last = text[...mark].lastIndex(where: isWordCharacter)
        else { return nil }
        return text.index(after: last)
    }

    private static func isClearBoundary(_ character: Character) -> Bool {
        !isWordCharacter(character) && !isConnector(character)
    }

    // MARK: - White space

    /// Returns a text with each sequence of white space replaced with one space.
    ///
    /// ``CollapsedText`` treats a no-break space as white space too, and removes soft hyphens.
    private static func collapsed(_ text: some StringProtocol) -> String {
        // In ASCII, each byte is a character, and white space needs no Unicode table.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.utf8.count)
            for byte in text.utf8 {
                let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
                if !isSpace { bytes.append(byte) } else if bytes.last != 0x20 { bytes.append(0x20) }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var collapsed = ""
        for character in text {
            // A no-break space is kept because the page's text has it too.
            if character.isWhitespace, character != "\u{A0}" {
                if collapsed.last != " " { collapsed.append(" ") }
            } else {
                collapsed.append(character)
            }
        }
        return collapsed
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...last])
    }
}
