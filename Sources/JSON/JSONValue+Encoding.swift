extension JSONValue {
    /// Returns the value as JSON text in UTF-8: keys sorted, no white space, whole numbers without a fraction.
    ///
    /// Unlike `JSONEncoder`, it cannot fail: infinity and NaN, which JSON does not have, become null.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The value as JSON text for a message: about 60 characters at most, with unsafe characters escaped.
    package var excerpt: String {
        let text = String(decoding: encoded(), as: UTF8.self)
        guard text.unicodeScalars.count > 60 else { return text }
        return String(text.unicodeScalars.prefix(60)) + "…"
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): bytes.append(contentsOf: Self.text(of: value).utf8)
        case .string(let value): JSONString.append(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (position, member) in sorted.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONString.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Returns the shortest text that reads back as the same number.
    ///
    /// As in `JSON.stringify`, NaN and infinity become null, and -0 becomes 0.
    private static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if let integer = Int64(exactly: number) { return String(integer) }
        return number.description
    }
}
