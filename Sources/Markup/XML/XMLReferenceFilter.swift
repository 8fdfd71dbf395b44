import CLibXML2
import Syntax

/// A filter that escapes each `&` of an XML document that begins no reference (XML 1.0, section 4.1).
///
/// Such an `&` is a fatal error, and libxml2 continues after it without the name that follows, so that the address
/// `?a=1&b=2` would become `?a=1=2`. Feeds contain such addresses often enough.
///
/// Text arrives in parts, and each byte is examined once.
struct XMLReferenceFilter {
    /// The text that the filter inserts after an `&`.
    static let insertion = Array("amp;".utf8)

    /// The maximum length of a reference; a longer name is that of no entity.
    private static let maximumReferenceByteCount = 256

    /// The maximum number of entities that a document declares; if there are more, every name counts as declared.
    private static let maximumEntityCount = 10_000

    /// The part of the document that is being read.
    private enum Part {
        case text
        /// After a `<` in text.
        case open
        /// After `<!`, until it is known what begins.
        case declaration
        /// A comment, CDATA or an instruction, which ends with a `>` after a number of marks.
        case opaque(mark: UInt8, count: Int)
        /// The document type declaration.
        case doctype
    }

    /// The state within the document type declaration.
    private struct Doctype {
        var quote: UInt8 = 0
        var isInSubset = false
        /// The start of the current declaration in the internal subset, as far as it may declare an entity.
        var declaration: [UInt8] = []
    }

    private var part = Part.text
    /// The number of marks before the current byte of an opaque part.
    private var marks = 0
    /// The bytes after `<!`, while they may begin a comment, CDATA or the document type declaration.
    private var opening: [UInt8] = []
    private var doctype = Doctype()
    /// True if the document type declaration continues after the opaque part.
    private var isInDoctype = false
    /// The bytes of a reference that may be incomplete, from its `&` on; empty outside of one.
    private var reference: [UInt8] = []
    private var entities: Set<[UInt8]> = []

    /// The number of bytes that the filter has returned.
    private var outputByteCount = 0

    /// Filters the next part of the text.
    ///
    /// - Parameters:
    ///   - text: UTF-8, split anywhere.
    ///   - isLast: True for the last part.
    ///   - inserted: Called with the offset, in the whole output, of each insertion.
    /// - Returns: The text in which each `&` begins a reference. The start of a reference is kept for the next call.
    mutating func filter(_ text: [UInt8], isLast: Bool, inserted: (Int) -> Void) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if reference.isEmpty, case .text = part {
                let plain = text[index...].prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
                output += plain
                index = plain.endIndex
                guard index < text.count else { break }
            }
            let byte = text[index]
            index += 1
            if !reference.isEmpty, extendReference(by: byte, into: &output, inserted) { continue }
            if case .text = part, byte == UInt8(ascii: "&") {
                reference.append(byte)
                continue
            }
            output.append(byte)
            advance(byte)
        }
        if isLast, !reference.isEmpty { escapeReference(into: &output, inserted) }
        outputByteCount += output.count
        return output
    }

    /// Adds the next byte to the open reference, and ends it with a `;`.
    ///
    /// - Returns: False if the byte cannot belong to a reference, so that the `&` was escaped.
    @inline(__always)
    private mutating func extendReference(
        by byte: UInt8, into output: inout [UInt8], _ inserted: (Int) -> Void
    ) -> Bool {
        if byte == UInt8(ascii: ";") {
            if isKnown(reference[1...]) {
                output += reference
                output.append(byte)
                reference.removeAll(keepingCapacity: true)
            } else {
                reference.append(byte)
                escapeReference(into: &output, inserted)
            }
            return true
        }
        if Self.isNameByte(byte) || byte == UInt8(ascii: "#") && reference.count == 1,
            reference.count < Self.maximumReferenceByteCount
        {
            reference.append(byte)
            return true
        }
        escapeReference(into: &output, inserted)
        return false
    }

    /// Ends the open reference, which is none, by escaping its `&`.
    private mutating func escapeReference(into output: inout [UInt8], _ inserted: (Int) -> Void) {
        output.append(reference[0])
        inserted(outputByteCount + output.count)
        output += Self.insertion
        output += reference.dropFirst()
        reference.removeAll(keepingCapacity: true)
    }

    /// Returns true if a name is that of a character or an entity, without the `&` and the `;`.
    private func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.first == UInt8(ascii: "#") else {
            return entities.count > Self.maximumEntityCount || entities.contains(Array(name))
                || NamedCharacter.scalar(of: String(decoding: name, as: UTF8.self)) != nil
        }
        let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
        let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
        guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), digits.first != "+" else { return false }
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return true
        default: return false
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    // MARK: Parts

    private mutating func advance(_ byte: UInt8) {
        switch part {
        case .text: if byte == UInt8(ascii: "<") { part = .open }
        case .open:
            switch byte {
            case UInt8(ascii: "?"): beginOpaque("?", 1)
            case UInt8(ascii: "!"):
                opening = []
                part = .declaration
            case UInt8(ascii: "<"): break
            default: part = .text
            }
        case .declaration:
            opening.append(byte)
            if opening.elementsEqual("--".utf8) {
                beginOpaque("-", 2)
            } else if opening.elementsEqual("[CDATA[".utf8) {
                beginOpaque("]", 2)
            } else if opening.elementsEqual("DOCTYPE".utf8) {
                doctype = Doctype()
                part = .doctype
            } else if !["--", "[CDATA[", "DOCTYPE"].contains(where: { $0.utf8.starts(with: opening) }) {
                part = .text
            }
        case .opaque(let mark, let count):
            if byte == mark {
                marks += 1
            } else if byte == UInt8(ascii: ">"), marks >= count {
                part = isInDoctype ? .doctype : .text
                isInDoctype = false
            } else {
                marks = 0
            }
        case .doctype: advanceDoctype(byte)
        }
    }

    private mutating func beginOpaque(_ mark: Unicode.Scalar, _ count: Int) {
        marks = 0
        part = .opaque(mark: UInt8(ascii: mark), count: count)
    }

    /// Processes a byte of the document type declaration.
    private mutating func advanceDoctype(_ byte: UInt8) {
        if doctype.quote != 0 {
            if byte == doctype.quote { doctype.quote = 0 }
            return
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            doctype.quote = byte
            declareEntity(doctype.declaration)
            doctype.declaration = []
        case UInt8(ascii: "["): doctype.isInSubset = true
        case UInt8(ascii: "]"): doctype.isInSubset = false
        case UInt8(ascii: "<"): doctype.declaration = [byte]
        case UInt8(ascii: ">"):
            if !doctype.isInSubset { part = .text }
            doctype.declaration = []
        default:
            guard !doctype.declaration.isEmpty, doctype.declaration.count < Self.maximumReferenceByteCount else {
                return
            }
            doctype.declaration.append(byte)
            isInDoctype = true
            if doctype.declaration.elementsEqual("<!--".utf8) {
                beginOpaque("-", 2)
            } else if doctype.declaration.elementsEqual("<?".utf8) {
                beginOpaque("?", 1)
            } else {
                isInDoctype = false
            }
        }
    }

    /// Records the name of an entity whose value begins, if the declaration before it is `<!ENTITY name`.
    private mutating func declareEntity(_ declaration: [UInt8]) {
        let words = declaration.split(whereSeparator: ASCII.isWhitespace)
        guard words.count == 2, words[0].elementsEqual("<!ENTITY".utf8), entities.count <= Self.maximumEntityCount
        else { return }
        entities.insert(Array(words[1]))
    }
}

/// The named characters of HTML 4 and XML.
package enum NamedCharacter {
    /// Returns the character of a name.
    ///
    /// - Parameter name: The name without `&` and `;`.
    /// - Returns: The character; nil if there is no such name.
    package static func scalar(of name: String) -> Unicode.Scalar? {
        if name == "apos" { return "'" }
        let value = leftoff_html_character(name)
        return value == 0 ? nil : Unicode.Scalar(value)
    }
}
