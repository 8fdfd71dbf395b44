import Glibc

/// A start tag as the HTML Standard's tokenizer reads it (13.2.5.6 to 13.2.5.40), as offsets in the text.
struct TagSyntax {
    /// One attribute.
    ///
    /// Without a value, `value` is empty.
    struct Attribute {
        /// Where its name stands.
        var name: Range<Int>
        /// Where its value stands, without quotation marks.
        var value: Range<Int>
    }

    /// Where the tag's name stands.
    private(set) var name: Range<Int>
    /// The attributes in order; the standard takes the first of several with one name.
    private(set) var attributes: [Attribute] = []
    /// The offset of the `>`.
    private(set) var end: Int
    /// Whether a `/` stands before the `>`.
    private(set) var isSelfClosing = false

    /// Reads a tag; nil when the text ends inside the tag, for then the standard drops it.
    ///
    /// libxml2's reading is not the standard's: it ends a tag at a `>` inside quotes after an attribute like
    /// `@click`, loses what follows `<a/`, cuts names at 100 bytes, and takes a form feed for part of a name.
    ///
    /// - Parameters:
    ///   - bytes: The text, followed by a NUL.
    ///   - start: The offset of the `<`; a letter follows it.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        var position = start + 1
        while !Self.endsName(bytes[position]) { position += 1 }
        name = start + 1..<position
        end = position
        while true {
            while Self.isGap(bytes[position]) { position += 1 }
            switch bytes[position] {
            case 0: return nil
            case UInt8(ascii: ">"):
                end = position
                isSelfClosing =
                    bytes[position - 1] == UInt8(ascii: "/") && attributes.last?.value.upperBound != position
                return
            default:
                guard let attribute = Self.attribute(bytes, at: &position) else { return nil }
                attributes.append(attribute)
            }
        }
    }

    private static func attribute(_ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Attribute? {
        let nameStart = position
        // An equals sign at the start belongs to the name.
        position += 1
        while !endsName(bytes[position]), bytes[position] != UInt8(ascii: "=") { position += 1 }
        let name = nameStart..<position
        var next = position
        while ASCII.isWhitespace(bytes[next]) { next += 1 }
        guard bytes[next] == UInt8(ascii: "=") else {
            return bytes[next] == 0 ? nil : Attribute(name: name, value: position..<position)
        }
        position = next + 1
        while ASCII.isWhitespace(bytes[position]) { position += 1 }
        switch bytes[position] {
        case UInt8(ascii: ">"):
            return Attribute(name: name, value: position..<position)
        case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
            let valueStart = position + 1
            guard let end = index(of: quote, in: bytes, from: valueStart) else { return nil }
            position = end + 1
            return Attribute(name: name, value: valueStart..<end)
        default:
            let valueStart = position
            while !ASCII.isWhitespace(bytes[position]), bytes[position] != UInt8(ascii: ">"), bytes[position] != 0 {
                position += 1
            }
            return bytes[position] == 0 ? nil : Attribute(name: name, value: valueStart..<position)
        }
    }

    /// The first place of a byte.
    static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(base).distance(to: found)
    }

    @inline(__always)
    private static func isGap(_ byte: UInt8) -> Bool {
        ASCII.isWhitespace(byte) || byte == UInt8(ascii: "/")
    }

    @inline(__always)
    private static func endsName(_ byte: UInt8) -> Bool {
        isGap(byte) || byte == UInt8(ascii: ">") || byte == 0
    }
}
