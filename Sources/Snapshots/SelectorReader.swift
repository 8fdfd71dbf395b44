import JSON
import PageCopies
import TextDirectives
import WHATWGURL

/// A collector of the selectors of a Web Annotation, which uses the first selector of each kind.
struct SelectorReader {
    private var quote: TextQuote?
    private var character: Int?
    private var position: Int?
    private var selector: String?
    private var selectorOfXPath: String?

    /// The maximum depth of nested refinements, which bounds the recursion.
    private static let maximumDepth = 8

    /// Reads a selector (Web Annotation Data Model, section 4.2) and its refinements.
    mutating func read(_ selector: JSONValue) { read(selector, depth: 0) }

    private mutating func read(_ selector: JSONValue, depth: Int) {
        guard depth < Self.maximumDepth else { return }
        for type in WebAnnotationReader.types(of: selector) { read(selector, type: type, depth: depth) }
        guard let refinements = selector["refinedBy"] else { return }
        for refinement in refinements.array ?? [refinements] {
            if WebAnnotationReader.types(of: selector).contains("TextQuoteSelector"), refineQuote(refinement) {
                continue
            }
            read(refinement, depth: depth + 1)
        }
    }

    /// The offsets in the text of a page that are used; see ``SnapshotRange/count``.
    private static let positions = 0...Int(Int32.max)

    private mutating func read(_ selector: JSONValue, type: String, depth: Int) {
        let value = selector["value"]?.string ?? ""
        switch type {
        case "TextQuoteSelector":
            setQuote(TextQuote(selector))
        case "TextPositionSelector":
            if let start = selector["start"]?.integer, Self.positions.contains(start), depth == 0 {
                position = position ?? start
            }
        case "CssSelector":
            if !value.isEmpty { self.selector = self.selector ?? value }
        case "XPathSelector":
            selectorOfXPath = selectorOfXPath ?? XPathSelector.css(of: value)
        case "FragmentSelector":
            read(fragment: value)
        case "RangeSelector":
            if let start = selector["startSelector"] { read(start, depth: depth + 1) }
            // Hypothesis writes a range in this form.
            if let path = selector["startContainer"]?.string {
                selectorOfXPath = selectorOfXPath ?? XPathSelector.css(of: path)
            }
        default:
            return
        }
    }

    /// Reads a URL's fragment: its first text directive, or otherwise the element id.
    ///
    /// Media fragments (`t=`, `xywh=`, `track=`) are ignored, because they do not identify a place in a text.
    mutating func read(fragment: String) {
        if let mark = fragment.firstRange(of: ":~:") {
            let directives = fragment[mark.upperBound...].split(separator: "&")
            guard let text = directives.first(where: { $0.hasPrefix("text=") }) else { return }
            setQuote(TextQuote(directive: text.dropFirst("text=".count)))
        } else if !fragment.isEmpty, !["t=", "xywh=", "track="].contains(where: fragment.hasPrefix) {
            let decoded = String(decoding: PercentEncoding.decode(fragment), as: UTF8.self)
            let id = decoded.flatMap { character -> [Character] in
                character == "\"" || character == "\\" ? ["\\", character] : [character]
            }
            // A line break would end the CSS string, so an id that contains one is ignored.
            guard !id.contains(where: \.isNewline) else { return }
            selector = selector ?? "[id=\"\(String(id))\"]"
        }
    }

    /// Sets the quote, unless there is one already or the new one is blank.
    private mutating func setQuote(_ found: TextQuote?) {
        guard let found, quote == nil else { return }
        let exact = CollapsedText.trimmed(found.exact)
        guard !exact.isEmpty else { return }
        quote = TextQuote(
            exact: exact, prefix: CollapsedText.collapsed(found.prefix), suffix: CollapsedText.collapsed(found.suffix))
    }

    /// Narrows the place to the part of the quote that a refinement selects.
    ///
    /// - Returns: False if the refinement does not apply to a text.
    private mutating func refineQuote(_ refinement: JSONValue) -> Bool {
        guard let quote else { return false }
        let types = WebAnnotationReader.types(of: refinement)
        if types.contains("TextPositionSelector"), let start = refinement["start"]?.integer,
            Self.positions.contains(start)
        {
            character = min(start, max(0, quote.exact.utf16.count - 1))
            return true
        }
        if types.contains("TextQuoteSelector"), let part = refinement["exact"]?.string {
            let wanted = CollapsedText.trimmed(part)
            guard !wanted.isEmpty, let range = quote.exact.firstRange(of: wanted) else { return true }
            character = quote.exact.utf16.distance(from: quote.exact.startIndex, to: range.lowerBound)
            return true
        }
        return false
    }

    /// The primary anchor of a snapshot; nil if no selector could be used.
    ///
    /// An annotation does not describe the view, so the anchor is placed at the top of its scroller.
    var anchor: JSONValue? {
        var anchor: [String: JSONValue] = [
            "role": .string("primary"),
            "offset": .object(["character": .number(Double(character ?? 0)), "x": .number(0), "y": .number(0)]),
        ]
        if let quote {
            anchor["quote"] = .object([
                "exact": .string(quote.exact), "prefix": .string(quote.prefix), "suffix": .string(quote.suffix),
            ])
        }
        if let selector = selector ?? selectorOfXPath { anchor["selector"] = .string(selector) }
        if let position { anchor["position"] = .number(Double(position)) }
        return anchor.count > 2 ? .object(anchor) : nil
    }
}
