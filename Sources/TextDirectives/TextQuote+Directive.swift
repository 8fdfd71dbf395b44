import WHATWGURL

extension TextQuote {
    /// Creates a quote from a serialised text directive; nil if the directive's syntax is invalid.
    ///
    /// Only the start of a range (`start,end`) is quoted, since the text between start and end is unknown.
    ///
    /// - Parameter terms: The directive without its `text=`, that is `[prefix-,]start[,end][,-suffix]`.
    package init?(directive terms: some StringProtocol) {
        var terms = terms.split(separator: "," as Character, omittingEmptySubsequences: false).map { String($0) }
        var prefix = ""
        var suffix = ""
        if let first = terms.first, first.hasSuffix("-") {
            prefix = Self.decoded(first.dropLast())
            terms.removeFirst()
        }
        if let last = terms.last, last.hasPrefix("-") {
            suffix = Self.decoded(last.dropFirst())
            terms.removeLast()
        }
        guard let start = terms.first, !start.isEmpty, terms.count <= 2 else { return nil }
        // The suffix of a range follows its end, which is not quoted.
        self.init(exact: Self.decoded(start), prefix: prefix, suffix: terms.count == 1 ? suffix : "")
    }

    private static func decoded(_ term: some StringProtocol) -> String {
        String(decoding: PercentEncoding.decode(term.utf8), as: UTF8.self)
    }
}
