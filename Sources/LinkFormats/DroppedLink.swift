package import LinkHarvest

/// A link that was left out, as one line of JSON: the object that ``NDJSONFormat`` writes, with a last field `dropped` that holds
/// `by`, what left it out, and `why`.
package struct DroppedLink {
    /// The line without its line break, in ASCII, so that it passes through any terminal as it is.
    package let line: String

    /// Writes the line of a link.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - by: What left it out, in one word.
    ///   - why: The reason, for people.
    package init(_ link: HarvestedLink, by: String, why: String) {
        var bytes: [UInt8] = []
        JSONLink.append(link, droppedBy: by, reason: why, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            line = text
            return
        }
        var ascii = ""
        for unit in text.utf16 {
            if unit < 0x80 {
                ascii.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                ascii += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        line = ascii
    }
}
