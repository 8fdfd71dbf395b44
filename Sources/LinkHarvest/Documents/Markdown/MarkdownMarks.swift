import Markup

/// The markers that start blocks of Markdown.
enum MarkdownMarks {
    typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the content of an ATX heading (CommonMark, section 4.2); nil if the line is not one.
    static func heading(_ text: Text) -> Range<Int>? {
        let level = text.prefix { $0 == UInt8(ascii: "#") }.count
        guard 1...6 ~= level, isSpace(text.dropFirst(level).first) else { return nil }
        var rest = text.dropFirst(level)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        let closing = rest.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        if closing == rest.count || (closing > 0 && isSpace(rest[rest.endIndex - closing - 1])) {
            rest.removeLast(closing)
        }
        return rest.startIndex..<rest.endIndex
    }

    /// Returns the length of an opening code fence (section 4.5); nil if the line is not one.
    static func fence(_ text: Text) -> Int? {
        guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let count = text.prefix { $0 == mark }.count
        guard count >= 3, mark == UInt8(ascii: "~") || !text.dropFirst(count).contains(mark) else { return nil }
        return count
    }

    static func closesFence(_ text: Text, mark: UInt8, count: Int) -> Bool {
        let length = text.prefix { $0 == mark }.count
        return length >= count && text.dropFirst(length).allSatisfy { isSpace($0) }
    }

    /// Returns true if a line turns the paragraph above it into a heading (section 4.3).
    static func isUnderline(_ text: Text) -> Bool {
        guard let mark = text.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
        return text.drop { $0 == mark }.allSatisfy { isSpace($0) }
    }

    /// Returns true if a line is a thematic break (section 4.1).
    static func isThematicBreak(_ text: Text) -> Bool {
        guard let mark = text.first, [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(mark) else {
            return false
        }
        return text.allSatisfy { $0 == mark || isSpace($0) } && text.count { $0 == mark } >= 3
    }

    /// Returns the length of the marker of a list item (section 5.2); nil if there is none.
    ///
    /// - Parameters:
    ///   - text: The line without indentation.
    ///   - mayInterrupt: True if a paragraph is open, which only some list items can interrupt.
    /// - Returns: The length.
    static func listMark(_ text: Text, mayInterrupt: Bool) -> Int? {
        guard let first = text.first else { return nil }
        let digits = text.prefix(10).prefix(while: ASCII.isDigit).count
        let length: Int
        if [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*")].contains(first) {
            length = 1
        } else if 1...9 ~= digits, let mark = text.dropFirst(digits).first,
            mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
        {
            if mayInterrupt, !(digits == 1 && first == UInt8(ascii: "1")) { return nil }
            length = digits + 1
        } else {
            return nil
        }
        let rest = text.dropFirst(length)
        guard isSpace(rest.first) else { return nil }
        return mayInterrupt && rest.allSatisfy { isSpace($0) } ? nil : length
    }

    /// Returns true for white space and for the end of the line.
    private static func isSpace(_ byte: UInt8?) -> Bool {
        byte == nil || byte == 0x20 || byte == 0x09
    }
}
