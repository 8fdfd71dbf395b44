import Markup

/// Finds the addresses in CSS: `url()`, `src()`, `@import`, and the strings of `image-set()` (CSS Syntax 3, 4; CSS
/// Values 4, 4.5).
struct CSSAddresses {
    private let bytes: [UInt8]
    private var position = 0
    private var addresses: [String] = []
    /// What each open parenthesis belongs to: whether a string in it is an address.
    private var parentheses: [Bool] = []
    /// Whether the next string or `url()` belongs to a rule such as `@import`, and whether it is an address there.
    private var rule: Bool?

    /// Takes the addresses out of CSS.
    ///
    /// - Parameter css: A style sheet or declarations.
    /// - Returns: The addresses in order, escapes replaced.
    static func addresses(in css: String) -> [String] {
        var scanner = CSSAddresses(bytes: Array(css.utf8))
        scanner.run()
        return scanner.addresses
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func run() {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if let text = string(), rule ?? parentheses.last ?? false { addresses.append(text) }
                rule = nil
            case UInt8(ascii: "@"):
                position += 1
                let name = identifier()
                rule = name == "import" ? true : name == "namespace" || name == "charset" ? false : nil
            case UInt8(ascii: "("):
                parentheses.append(false)
                position += 1
            case UInt8(ascii: ")"):
                _ = parentheses.popLast()
                position += 1
            case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                // An unclosed parenthesis must not make addresses of all that follows.
                parentheses.removeAll()
                rule = nil
                position += 1
            case _ where Self.isIdentifier(byte):
                skipIdentifierOrEnterFunction()
            case UInt8(ascii: "\\"):
                position += 2
            default:
                position += 1
            }
        }
    }

    /// Reads a name, and its parenthesis if it is a function.
    private mutating func skipIdentifierOrEnterFunction() {
        let start = position
        while let byte = peek(0), Self.isIdentifier(byte) { position += 1 }
        guard peek(0) == UInt8(ascii: "(") else { return }
        let name = ASCII.lowercase(String(decoding: bytes[start..<position], as: UTF8.self))
        position += 1
        guard name == "url" || name == "src" else {
            parentheses.append(name == "image-set" || name == "-webkit-image-set")
            return
        }
        while let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
        let isQuoted = peek(0) == UInt8(ascii: "\"") || peek(0) == UInt8(ascii: "'")
        let text = isQuoted ? string() : name == "url" ? unquoted() : nil
        if isQuoted { parentheses.append(false) }
        if let text, !text.isEmpty, rule ?? true { addresses.append(text) }
        rule = nil
    }

    private func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func skipComment() {
        position += 2
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// A name in lower case.
    ///
    /// Escapes in names are not read.
    private mutating func identifier() -> String {
        let start = position
        while let byte = peek(0), Self.isIdentifier(byte) { position += 1 }
        return ASCII.lowercase(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// A string token, or nil for one that a line break cuts off.
    private mutating func string() -> String? {
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while let byte = peek(0), byte != quote {
            switch byte {
            case 0x0A, 0x0C, 0x0D:
                return nil
            case UInt8(ascii: "\\"):
                escape(into: &text)
            default:
                text.append(byte)
                position += 1
            }
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// The rest of `url(`, or nil for a bad one, up to and with its closing parenthesis.
    private mutating func unquoted() -> String? {
        var text: [UInt8] = []
        var isBad = false
        while let byte = peek(0), byte != UInt8(ascii: ")") {
            switch byte {
            case UInt8(ascii: "\\"):
                escape(into: &text)
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("):
                isBad = true
                position += 1
            case _ where ASCII.isWhitespace(byte):
                while let next = peek(0), ASCII.isWhitespace(next) { position += 1 }
                if let next = peek(0), next != UInt8(ascii: ")") { isBad = true }
            default:
                text.append(byte)
                position += 1
            }
        }
        position += 1
        return isBad ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Reads an escape (CSS Syntax 3, 4.3.7); an escaped line break is nothing.
    private mutating func escape(into text: inout [UInt8]) {
        position += 1
        guard let first = peek(0) else { return }
        guard ASCII.hexValue(first) != nil else {
            if first != 0x0A { text.append(first) }
            position += 1
            return
        }
        var value: UInt32 = 0
        var count = 0
        while count < 6, let digit = peek(0).flatMap(ASCII.hexValue) {
            value = value * 16 + UInt32(digit)
            position += 1
            count += 1
        }
        if let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
        let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
        text.append(contentsOf: String(scalar).utf8)
    }
}
