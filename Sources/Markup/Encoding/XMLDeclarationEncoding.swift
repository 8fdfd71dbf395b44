/// The encoding in the XML declaration of an HTML document.
enum XMLDeclarationEncoding {
    /// Returns the encoding of an XML declaration (HTML Standard, 13.2.3.2).
    ///
    /// - Parameter bytes: The first bytes of the document.
    /// - Returns: The encoding; nil if there is no declaration or it names none.
    static func encoding(in bytes: [UInt8]) -> CharacterEncoding? {
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let word = Array("encoding".utf8)
        var position = 5
        while position + word.count <= end, !bytes[position...].starts(with: word) { position += 1 }
        guard position + word.count <= end else { return nil }
        position += word.count
        while position < end, bytes[position] <= 0x20 { position += 1 }
        guard bytes[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        while position < end, bytes[position] <= 0x20 { position += 1 }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        guard position <= end, let valueEnd = bytes[position...].firstIndex(of: quote) else { return nil }
        let value = bytes[position..<valueEnd]
        guard !value.contains(where: { $0 <= 0x20 }) else { return nil }
        switch CharacterEncoding(label: String(decoding: value, as: UTF8.self)) {
        case .utf16BE, .utf16LE: return .utf8
        case let encoding: return encoding
        }
    }
}
