/// Reads quotes from text directives of the Text Fragments specification.
enum FragmentQuote {
    /// The quote of a directive `[prefix-,]start[,end][,-suffix]`; nil where it breaks the syntax.
    ///
    /// Of a range, only how it starts is quoted: what stands between is not known.
    static func quote(directive: Substring) -> TextQuote? {
        var terms = directive.split(separator: "," as Character, omittingEmptySubsequences: false).map { String($0) }
        var prefix = ""
        var suffix = ""
        if let first = terms.first, first.hasSuffix("-") {
            prefix = decoded(first.dropLast())
            terms.removeFirst()
        }
        if let last = terms.last, last.hasPrefix("-") {
            suffix = decoded(last.dropFirst())
            terms.removeLast()
        }
        guard let start = terms.first, !start.isEmpty, terms.count <= 2 else { return nil }
        // The suffix of a range stands behind its end.
        return TextQuote(exact: decoded(start), prefix: prefix, suffix: terms.count == 1 ? suffix : "")
    }

    /// Text with its percent-encoding undone; bytes that are not UTF-8 become U+FFFD.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.first != UInt8(ascii: "+"), rest.first != UInt8(ascii: "-")
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
