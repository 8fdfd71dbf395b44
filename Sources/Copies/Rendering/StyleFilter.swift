import Syntax

/// A filter that removes from a style sheet everything that could load something or run.
///
/// Addresses are kept only if they are `data:` images or fragments. Imports are dropped. The result contains no `<`
/// that could be read as markup, because SVG's `style` elements can contain tags.
struct StyleFilter {
    /// An address that loads nothing, in place of one that was removed.
    private static let emptyAddress = "url(\"data:,\")"
    /// The functions whose strings are addresses.
    private static let addressFunctions: Set<String> = [
        "image-set", "-webkit-image-set", "-moz-image-set", "image", "cross-fade", "-webkit-cross-fade", "src",
    ]
    /// Names of old ways to run scripts.
    private static let activeNames: Set<String> = ["expression", "behavior", "-ms-behavior", "-moz-binding"]

    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    /// The open brackets; true inside a function whose strings are addresses.
    private var brackets: [Bool] = []

    private init(_ text: String) {
        bytes = Array(text.utf8)
        output.reserveCapacity(bytes.count)
    }

    /// Returns the filtered text of a style sheet or of a `style` attribute.
    static func filtered(_ text: String) -> String {
        var filter = StyleFilter(text)
        while filter.position < filter.bytes.count { filter.step() }
        return String(decoding: filter.output, as: UTF8.self)
    }

    private mutating func step() {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            skipComment()
            output.append(0x20)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let text = string()
            write(string: brackets.last == true && !Self.isLocal(text) ? "" : text)
        case UInt8(ascii: "@"):
            position += 1
            let (raw, name) = identifier()
            if name == "import" { skipStatement() } else { output += Array("@\(raw)".utf8) }
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            brackets.append(byte == UInt8(ascii: "(") && brackets.last == true)
            copyByte()
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            brackets.removeLast(brackets.isEmpty ? 0 : 1)
            copyByte()
        case UInt8(ascii: "<"):
            output += Array("< ".utf8)
            position += 1
        case _ where isIdentifierStart(byte): word()
        default: copyByte()
        }
    }

    /// Processes an identifier or a function.
    private mutating func word() {
        let (raw, name) = identifier()
        guard !name.isEmpty else { return copyByte() }
        guard peek(0) == UInt8(ascii: "(") else {
            output += Array((Self.activeNames.contains(name) ? "removed" : raw).utf8)
            return
        }
        position += 1
        if name == "url" || name == "url-prefix" {
            let address = address()
            output += Array((Self.isLocal(address) ? "url(\"\(Self.escaped(address))\")" : Self.emptyAddress).utf8)
            return
        }
        brackets.append(Self.addressFunctions.contains(name))
        output += Array((Self.activeNames.contains(name) ? "removed(" : "\(raw)(").utf8)
    }

    /// Reads the rest of a `url(` up to its parenthesis.
    private mutating func address() -> String {
        skipWhiteSpace()
        var text: [UInt8] = []
        if let quote = peek(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            text = Array(string().utf8)
            while let byte = peek(0), byte != UInt8(ascii: ")") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
        } else {
            text = unescaped { $0 == UInt8(ascii: ")") }
        }
        position = min(position + 1, bytes.count)
        while let last = text.last, ASCII.isWhitespace(last) { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a string, whose escapes are replaced.
    private mutating func string() -> String {
        let quote = bytes[position]
        position += 1
        let text = unescaped { $0 == quote || $0 == 0x0A || $0 == 0x0D || $0 == 0x0C }
        if peek(0) == quote { position += 1 }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads text up to a byte that ends it; its escapes are replaced.
    private mutating func unescaped(until isEnd: (UInt8) -> Bool) -> [UInt8] {
        var text: [UInt8] = []
        while let byte = peek(0), !isEnd(byte) {
            if byte == UInt8(ascii: "\\") {
                text += escape()
            } else {
                text.append(byte)
                position += 1
            }
        }
        return text
    }

    /// Reads an escape (CSS Syntax, section 4.3.7).
    private mutating func escape() -> [UInt8] {
        position += 1
        var value: UInt32 = 0
        var count = 0
        while count < 6, let byte = peek(0), let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
            value = value * 16 + UInt32(digit)
            count += 1
            position += 1
        }
        if count > 0 {
            if let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
            let scalar = Unicode.Scalar(value).flatMap { $0 == "\0" ? nil : $0 } ?? "\u{FFFD}"
            return Array(String(Character(scalar)).utf8)
        }
        guard let byte = peek(0) else { return [] }
        position += 1
        // An escaped line break continues a string and is not part of it.
        return byte == 0x0A || byte == 0x0D || byte == 0x0C ? [] : [byte]
    }

    /// Reads an identifier.
    ///
    /// - Returns: The identifier as it is written, with escapes as numbers only, and its name in lower case.
    private mutating func identifier() -> (raw: String, name: String) {
        var raw: [UInt8] = []
        var name: [UInt8] = []
        while let byte = peek(0) {
            if byte == UInt8(ascii: "\\") {
                let escaped = escape()
                name += escaped
                raw += escaped.flatMap { $0 < 0x80 ? Array("\\\(String($0, radix: 16)) ".utf8) : [$0] }
            } else if Self.isIdentifier(byte) {
                name.append(byte)
                raw.append(byte)
                position += 1
            } else {
                break
            }
        }
        return (String(decoding: raw, as: UTF8.self), String(decoding: name, as: UTF8.self).lowercased())
    }

    private mutating func skipComment() {
        position += 2
        while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
            position += 1
        }
        position = min(position + 2, bytes.count)
    }

    /// Skips an at-rule without a block, up to its semicolon.
    private mutating func skipStatement() {
        while let byte = peek(0), byte != UInt8(ascii: ";") {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                _ = string()
            } else if byte == UInt8(ascii: "(") {
                position += 1
                _ = address()
            } else if byte == UInt8(ascii: "}") {
                return
            } else {
                position += 1
            }
        }
        position = min(position + 1, bytes.count)
    }

    private mutating func skipWhiteSpace() {
        while let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
    }

    private mutating func copyByte() {
        guard let byte = peek(0) else { return }
        output.append(byte)
        position += 1
    }

    private mutating func write(string: String) { output += Array("\"\(Self.escaped(string))\"".utf8) }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    /// Returns true for a `data:` image and for a fragment of the document.
    private static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("#") || isDataImage(address)
    }

    /// Returns true for a `data:` URL of an image.
    static func isDataImage(_ address: String) -> Bool {
        address.prefix(11).lowercased() == "data:image/"
    }

    /// Escapes a text for a string in double quotes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", "\0"..."\u{1F}", "\u{7F}": result += "\\\(String(scalar.value, radix: 16)) "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private func isIdentifierStart(_ byte: UInt8) -> Bool {
        // A digit starts a number, whose unit is copied with it.
        Self.isIdentifier(byte) && !ASCII.isDigit(byte)
            || byte == UInt8(ascii: "\\") && peek(1) != 0x0A
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
