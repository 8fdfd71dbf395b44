import Markup

/// The "shared declarative refresh steps" of the HTML Standard (4.2.5.3).
enum DeclarativeRefresh {
    /// Returns the range of the URL in a value.
    ///
    /// - Parameter bytes: The `content` of a `meta` with `http-equiv=refresh`.
    /// - Returns: The range; nil if the value is malformed or contains no URL.
    static func address(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var position = 0
        func skipWhitespace() {
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
        }
        func consume(_ letter: StaticString) -> Bool {
            guard position < bytes.count, ASCII.lowercase(bytes[position]) == letter.utf8Start.pointee else {
                return false
            }
            position += 1
            return true
        }

        skipWhitespace()
        let digits = position
        while position < bytes.count, ASCII.isDigit(bytes[position]) { position += 1 }
        guard position < bytes.count, position > digits || bytes[position] == UInt8(ascii: ".") else { return nil }
        while position < bytes.count, ASCII.isDigit(bytes[position]) || bytes[position] == UInt8(ascii: ".") {
            position += 1
        }
        guard position < bytes.count,
            bytes[position] == UInt8(ascii: ";") || bytes[position] == UInt8(ascii: ",")
                || ASCII.isWhitespace(bytes[position])
        else { return nil }
        skipWhitespace()
        if !consume(";") { _ = consume(",") }
        skipWhitespace()
        guard position < bytes.count else { return nil }

        let whole = position..<bytes.count
        if consume("u") {
            guard consume("r"), consume("l") else { return whole }
            skipWhitespace()
            guard consume("=") else { return whole }
            skipWhitespace()
        }
        guard position < bytes.count else { return position..<position }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
            return position..<bytes.count
        }
        let end = bytes[(position + 1)...].firstIndex(of: quote) ?? bytes.count
        return position + 1..<end
    }
}
