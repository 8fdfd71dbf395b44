package import LinkHarvest

/// An excluded link, as one line of JSON.
///
/// The line is the object of ``NDJSONFormat`` with an additional last field, `dropped`. It contains the option that
/// excluded the link (`by`) and the reason (`why`).
package struct ExcludedLink: Sendable {
    /// The line without a line break, in ASCII, so that any terminal can show it.
    package let line: String

    /// Creates the line of a link.
    ///
    /// - Parameters:
    ///   - link: The excluded link.
    ///   - filter: The name of the option that excluded it, or `invalid`, `duplicate`, `limit` or `format`.
    ///   - reason: The reason, as a phrase.
    package init(_ link: HarvestedLink, by filter: String, why reason: String) {
        var bytes: [UInt8] = []
        JSONLink.append(link, excludedBy: filter, reason: reason, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        line = text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.escapedToASCII(text)
    }

    /// Returns the text with every UTF-16 code unit outside ASCII as a JSON escape (RFC 8259, section 7).
    private static func escapedToASCII(_ text: String) -> String {
        var ascii = ""
        for unit in text.utf16 {
            if unit < 0x80 {
                ascii.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                ascii += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return ascii
    }
}
