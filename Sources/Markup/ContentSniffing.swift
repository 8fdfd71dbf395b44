import Syntax

/// The parts of the MIME Sniffing Standard that concern pages: media types, and resources without a type (section 7.1).
package enum ContentSniffing {
    /// The number of bytes that are examined, the standard's "resource header" (section 5.2).
    package static let headerByteCount = 1445

    /// Returns the essence of a media type (section 4.4).
    ///
    /// - Parameter mediaType: The value of `Content-Type` or of a `type` attribute.
    /// - Returns: Type and subtype in lower case, without parameters and surrounding white space. The result is
    ///   incomplete if the value is.
    package static func essence(of mediaType: String) -> String {
        if mediaType.utf8.allSatisfy(isPlainTypeByte) { return mediaType }
        var type: [UInt8] = []
        for byte in mediaType.utf8 {
            if byte == UInt8(ascii: ";") { break }
            if !type.isEmpty || !ASCII.isWhitespace(byte) { type.append(ASCII.lowercase(byte)) }
        }
        while type.last.map(ASCII.isWhitespace) == true { type.removeLast() }
        return String(decoding: type, as: UTF8.self)
    }

    /// Returns true for a byte that the essence of a media type contains unchanged, in any position.
    private static func isPlainTypeByte(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Returns true if bytes are markup or text rather than binary data.
    ///
    /// - Parameter bytes: A resource of unknown type, or its beginning.
    /// - Returns: True if the bytes start with a byte order mark or with markup of HTML or XML, or contain no binary
    ///   data byte.
    package static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        let header = Array(bytes.prefix(headerByteCount))
        return SniffedEncoding.byteOrderMark(of: header) != nil || isMarkup(header)
            || !header.contains(where: isBinaryData)
    }

    /// Returns true for binary data bytes (section 3): control characters except tab, line feed, form feed, carriage
    /// return and escape.
    private static func isBinaryData(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x08, 0x0B, 0x0E...0x1A, 0x1C...0x1F: true
        default: false
        }
    }

    /// The first characters of HTML (section 7.1), except comments, which XML has too.
    package static let pageStarts = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
        "<title", "<b", "<body", "<br", "<p",
    ].map { Array($0.utf8) }

    private static let markupStarts = pageStarts + [Array("<!--".utf8)]

    private static func isMarkup(_ header: [UInt8]) -> Bool {
        let start = header.drop(while: ASCII.isWhitespace).map(ASCII.lowercase)
        if start.starts(with: "<?xml".utf8) { return true }
        return markupStarts.contains { pattern in
            // In this algorithm, only a space or ">" ends the name of a tag.
            start.starts(with: pattern) && start.count > pattern.count && [0x20, 0x3E].contains(start[pattern.count])
        }
    }
}
