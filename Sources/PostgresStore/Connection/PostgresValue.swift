import QueueRows

/// A parameter of a statement, as text.
enum PostgresValue {
    case null
    case text(String)

    /// A text; nil is NULL.
    init(_ text: String?) { self = text.map(PostgresValue.text) ?? .null }

    /// An integer.
    init(_ number: some BinaryInteger) { self = .text(String(number)) }

    /// An optional integer; nil is NULL.
    init(_ number: (some BinaryInteger)?) { self = number.map { .text(String($0)) } ?? .null }

    /// The value of a column.
    init(_ value: QueueValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .text(String(number))
            case .text(let text): .text(text)
            }
    }

    /// An array of texts.
    init(array texts: some Collection<String>) {
        self = Self.array(count: texts.count) { literal in
            for text in texts { Self.append(text, to: &literal) }
        }
    }

    /// An array of integers.
    init(array numbers: some Collection<Int>) {
        self = .text("{\(numbers.map(String.init).joined(separator: ","))}")
    }

    /// An array of the values of a column.
    init(array values: some Collection<QueueValue>) {
        self = Self.array(count: values.count) { literal in
            for value in values {
                switch value {
                case .null: literal += "NULL,".utf8
                case .integer(let number):
                    literal += String(number).utf8
                    literal.append(UInt8(ascii: ","))
                case .text(let text): Self.append(text, to: &literal)
                }
            }
        }
    }

    private static func array(count: Int, _ fill: (inout [UInt8]) -> Void) -> PostgresValue {
        var literal: [UInt8] = [UInt8(ascii: "{")]
        literal.reserveCapacity(count * 24)
        fill(&literal)
        if literal.count > 1 { literal.removeLast() }
        literal.append(UInt8(ascii: "}"))
        return .text(String(decoding: literal, as: UTF8.self))
    }

    /// Appends a quoted element (PostgreSQL, section 8.15.6) and a comma.
    private static func append(_ text: String, to literal: inout [UInt8]) {
        literal.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            if bytes.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                for byte in bytes {
                    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { literal.append(UInt8(ascii: "\\")) }
                    literal.append(byte)
                }
            } else {
                literal.append(contentsOf: bytes)
            }
        }
        literal += "\",".utf8
    }

    /// The text without NUL, which would end it; nil for NULL.
    var cText: String? {
        guard case .text(let text) = self else { return nil }
        return text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }
}
