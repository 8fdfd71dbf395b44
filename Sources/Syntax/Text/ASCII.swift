/// The character classes of ASCII that web standards define, for bytes and code points.
package enum ASCII {
    /// Returns true if a byte is ASCII whitespace (Infra Standard, 4.5): tab, line feed, form feed, carriage return or
    /// space.
    @inlinable @inline(__always)
    package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    /// Returns true if a byte is a letter.
    @inlinable @inline(__always)
    package static func isAlpha(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26
    }

    /// Returns true if a byte is a decimal digit.
    @inlinable @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    /// Returns true if a text consists of one or more decimal digits.
    @inlinable @inline(__always)
    package static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isDigit)
    }

    /// Returns true if a text is one line of printable ASCII characters with single spaces between its words.
    ///
    /// Most titles and tags are, and this is found many times faster than by Unicode's classes.
    @inlinable
    package static func isPlainLine(_ text: some StringProtocol) -> Bool {
        var wasSpace = true
        for byte in text.utf8 {
            guard byte &- 0x20 < 0x5F, !wasSpace || byte != 0x20 else { return false }
            wasSpace = byte == 0x20
        }
        return !wasSpace || text.isEmpty
    }

    /// Returns true if a byte is a letter or a decimal digit.
    @inlinable @inline(__always)
    package static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isAlpha(byte) || isDigit(byte)
    }

    /// Returns the byte in lower case if it is a letter, otherwise unchanged.
    @inlinable @inline(__always)
    package static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Returns the value of a hexadecimal digit; nil for any other byte.
    @inlinable @inline(__always)
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// Returns a text with its ASCII letters in lower case.
    package static func lowercase(_ text: String) -> String {
        String(decoding: text.utf8.map(lowercase(_:)), as: UTF8.self)
    }

    /// Calls a closure with each token of a text.
    ///
    /// - Parameters:
    ///   - text: The text to split.
    ///   - isSeparator: Returns true for a byte that separates tokens; by default ASCII whitespace (Infra Standard,
    ///     4.6).
    ///   - body: Receives each token; none is empty.
    @inlinable @inline(__always)
    package static func forEachToken(
        in text: UnsafeBufferPointer<UInt8>, separatedBy isSeparator: (UInt8) -> Bool = isWhitespace,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var position = 0
        while position < text.count {
            let start = position
            while position < text.count, !isSeparator(text[position]) { position += 1 }
            if position > start { body(UnsafeBufferPointer(rebasing: text[start..<position])) }
            position += 1
        }
    }

    /// Returns the tokens of a text that are separated by ASCII whitespace (Infra Standard, 4.6).
    package static func tokens(_ text: String) -> [String] {
        text.utf8.split(whereSeparator: isWhitespace).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension String {
    /// Returns the text without ASCII whitespace at both ends.
    package func trimmingASCIIWhitespace() -> String { trimming(ASCII.isWhitespace) }

    /// Returns the text without spaces and tabs at both ends.
    package func trimmingBlanks() -> String { trimming { $0 == 0x20 || $0 == 0x09 } }

    private func trimming(_ isTrimmed: (UInt8) -> Bool) -> String {
        guard let first = utf8.firstIndex(where: { !isTrimmed($0) }),
            let last = utf8.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        return String(self[first...last])
    }
}
