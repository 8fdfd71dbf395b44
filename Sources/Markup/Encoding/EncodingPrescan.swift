/// A search for a declared encoding in the first bytes of a document (HTML Standard, 13.2.3.2, "prescan a byte
/// stream").
struct EncodingPrescan {
    /// The number of bytes searched, as the standard recommends.
    static let byteCount = 1024

    private let bytes: [UInt8]
    private var position = 0
    /// The encoding of the first unknown label that is a known one followed by a slash, as in `<meta charset=utf-8/>`.
    private var suggestion: CharacterEncoding?

    /// Returns the declared encoding.
    ///
    /// - Parameter bytes: The first bytes of the document.
    /// - Returns: The encoding; nil if none is declared.
    static func encoding(in bytes: ArraySlice<UInt8>) -> CharacterEncoding? { result(for: bytes).encoding }

    /// Returns the declared encoding, or the one that a malformed declaration suggests.
    ///
    /// The standard ignores the label of `<meta charset=windows-1251/>`, because the slash is a part of the value.
    /// Browsers then detect the encoding from the text, which nearly always leads to the same result as ignoring the
    /// slash.
    ///
    /// - Parameter bytes: The first bytes of the document.
    /// - Returns: The encoding, which is nil if none is declared, and the suggestion.
    static func result(
        for bytes: ArraySlice<UInt8>
    ) -> (encoding: CharacterEncoding?, suggestion: CharacterEncoding?) {
        if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) { return (.utf16LE, nil) }
        if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) { return (.utf16BE, nil) }
        var prescan = EncodingPrescan(bytes: Array(bytes))
        let encoding = prescan.run() ?? XMLDeclarationEncoding.encoding(in: prescan.bytes)
        return (encoding, prescan.suggestion)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func run() -> CharacterEncoding? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            if matches("<!--") {
                skipComment()
            } else if matches("<meta"), let after = byte(at: position + 5),
                ASCII.isWhitespace(after) || after == UInt8(ascii: "/")
            {
                position += 5
                if let encoding = metaEncoding() { return encoding }
            } else if let next = byte(at: position + 1),
                ASCII.isAlpha(next) || (next == UInt8(ascii: "/") && byte(at: position + 2).map(ASCII.isAlpha) == true)
            {
                skipTag()
            } else if matches("<!") || matches("</") || matches("<?") {
                skip(past: UInt8(ascii: ">"))
            } else {
                position += 1
            }
        }
        return nil
    }

    private func byte(at index: Int) -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Returns true if the text is at the position, ignoring case.
    private func matches(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where ASCII.lowercase(bytes[position + offset]) != text.utf8Start[offset] {
            return false
        }
        return true
    }

    private mutating func skip(past byte: UInt8) {
        while position < bytes.count, bytes[position] != byte { position += 1 }
        position += 1
    }

    /// Skips to the first `>` after two hyphens; these may be the hyphens of `<!--`.
    private mutating func skipComment() {
        var index = position + 4
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ">"), bytes[index - 1] == UInt8(ascii: "-"),
                bytes[index - 2] == UInt8(ascii: "-")
            {
                position = index + 1
                return
            }
            index += 1
        }
        position = bytes.count
    }

    private mutating func skipTag() {
        while position < bytes.count, !ASCII.isWhitespace(bytes[position]), bytes[position] != UInt8(ascii: ">") {
            position += 1
        }
        while nextAttributeRanges() != nil {}
        position += 1
    }

    /// Returns the encoding that a `<meta>` declares.
    ///
    /// The position must be after the tag's name.
    private mutating func metaEncoding() -> CharacterEncoding? {
        var seen: Set<String> = []
        var gotPragma = false
        var needsPragma: Bool?
        var charset: CharacterEncoding?
        // An unknown label in `charset` still takes precedence over `content`.
        var hasCharset = false
        while let ranges = nextAttributeRanges() {
            let (name, value) = (lowercased(ranges.name), lowercased(ranges.value))
            guard seen.insert(name).inserted else { continue }
            switch name {
            case "http-equiv":
                if value == "content-type" { gotPragma = true }
            case "content":
                if !hasCharset, let label = Self.charset(inContent: value),
                    let encoding = CharacterEncoding(label: label)
                {
                    charset = encoding
                    hasCharset = true
                    needsPragma = true
                }
            case "charset":
                charset = CharacterEncoding(label: value)
                if charset == nil, value.hasSuffix("/"), suggestion == nil {
                    suggestion = CharacterEncoding(label: value.dropLast()).flatMap {
                        // Browsers do not detect UTF-8 in a page from the network.
                        $0.extendsASCII && $0 != .utf8 ? $0 : nil
                    }
                }
                hasCharset = true
                needsPragma = false
            default:
                break
            }
        }
        guard position < bytes.count, let needsPragma, let charset, !needsPragma || gotPragma else { return nil }
        switch charset {
        case .utf16LE, .utf16BE: return .utf8
        case .userDefined: return .windows1252
        default: return charset
        }
    }

    /// Parses an attribute (the standard's "get an attribute") and returns the ranges of its name and value.
    private mutating func nextAttributeRanges() -> (name: Range<Int>, value: Range<Int>)? {
        while let byte = byte(at: position), ASCII.isWhitespace(byte) || byte == UInt8(ascii: "/") { position += 1 }
        guard let first = byte(at: position), first != UInt8(ascii: ">") else { return nil }
        let nameStart = position
        while let byte = byte(at: position) {
            if byte == UInt8(ascii: "="), position > nameStart { break }
            if ASCII.isWhitespace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
            position += 1
        }
        let name = nameStart..<position
        while let byte = byte(at: position), ASCII.isWhitespace(byte) { position += 1 }
        guard byte(at: position) == UInt8(ascii: "=") else { return (name, position..<position) }
        position += 1
        while let byte = byte(at: position), ASCII.isWhitespace(byte) { position += 1 }
        guard let first = byte(at: position) else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let start = position
            while let byte = byte(at: position), byte != first { position += 1 }
            guard position < bytes.count else { return nil }
            position += 1
            return (name, start..<position - 1)
        }
        let start = position
        while let byte = byte(at: position), !ASCII.isWhitespace(byte), byte != UInt8(ascii: ">") { position += 1 }
        return (name, start..<position)
    }

    private func lowercased(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].map(ASCII.lowercase), as: UTF8.self)
    }

    /// Returns the encoding label in the `content` of a meta element (HTML Standard, 2.5.4).
    ///
    /// - Parameter content: The value of `content` in lower case.
    /// - Returns: The label; nil if there is none.
    static func charset(inContent content: String) -> String? {
        let bytes = Array(content.utf8)
        let word = Array("charset".utf8)
        var position = 0
        while position + word.count <= bytes.count {
            guard bytes[position...].starts(with: word) else {
                position += 1
                continue
            }
            position += word.count
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
            position += 1
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count else { return nil }
            let quote = bytes[position]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                guard let end = bytes[(position + 1)...].firstIndex(of: quote) else { return nil }
                return String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
            }
            let end =
                bytes[position...].firstIndex { ASCII.isWhitespace($0) || $0 == UInt8(ascii: ";") } ?? bytes.endIndex
            return String(decoding: bytes[position..<end], as: UTF8.self)
        }
        return nil
    }
}
