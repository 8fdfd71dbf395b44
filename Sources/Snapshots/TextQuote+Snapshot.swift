import JSON
import TextDirectives

extension TextQuote {
    /// Creates a quote from a member of a snapshot; nil if it has no `exact`.
    init?(_ json: JSONValue?) {
        guard let exact = json?["exact"]?.string else { return nil }
        self.init(exact: exact, prefix: json?["prefix"]?.string ?? "", suffix: json?["suffix"]?.string ?? "")
    }
}

extension QuoteBlockExtent {
    /// Creates an extent from a member of a snapshot; nil unless it is complete.
    init?(_ json: JSONValue?) {
        guard let before = json?["before"]?.integer, let exact = json?["exact"]?.integer,
            let after = json?["after"]?.integer
        else { return nil }
        self.init(before: before, exact: exact, after: after)
    }
}
