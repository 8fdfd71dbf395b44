package import Syntax
import WHATWGURL

/// A converter from the Web Annotation Data Model to snapshots.
///
/// It accepts an annotation, a specific resource, or a selector that names its source; instead of `source`, a specific
/// resource may have `url`. The selectors of an array describe the same place, so they are combined. Only the first of
/// several targets is used.
struct WebAnnotationReader {
    private let members: [String: JSONValue]

    /// Creates a reader for an annotation or a part of one; nil if the object is neither.
    init?(_ members: [String: JSONValue]) {
        if let members = Self.resource(members) {
            self.members = members
            return
        }
        for key in ["url", "baseURI"] where members[key].map({ !$0.isNull }) ?? false { return nil }
        let types = Self.types(of: .object(members))
        guard
            members["target"] != nil || members["selector"] != nil
                || types.contains(where: { $0 == "Annotation" || $0 == "SpecificResource" || $0.hasSuffix("Selector") })
        else { return nil }
        self.members = members
    }

    /// Returns a specific resource whose source is the `url` of an object with selectors; nil for any other object.
    ///
    /// Otherwise the object would count as a snapshot, in which the selectors have no meaning. An object with other
    /// keys of a snapshot is one, and `selector` is an unknown key of it.
    private static func resource(_ members: [String: JSONValue]) -> [String: JSONValue]? {
        guard let url = members["url"], url.string != nil, let selector = members["selector"],
            members["target"] == nil, members["source"] == nil, !hasOtherSnapshotKeys(members)
        else { return nil }
        let selectors = selector.array ?? [selector]
        guard !selectors.isEmpty, selectors.allSatisfy({ $0.object != nil }) else { return nil }
        var members = members
        members["source"] = url
        return members
    }

    /// Returns true if an object has keys of a snapshot other than those of a resource.
    private static func hasOtherSnapshotKeys(_ members: [String: JSONValue]) -> Bool {
        members.contains { key, value in
            !value.isNull && !["url", "title", "purpose"].contains(key)
                && (key == "schema" || SnapshotSchema.snapshot[key] != nil)
        }
    }

    /// Returns the place as the members of a snapshot of schema 1.
    ///
    /// Includes the annotation itself if the result does not exceed ``PageSnapshot/maximumByteCount``.
    ///
    /// - Returns: The snapshot's members.
    /// - Throws: ``SnapshotError`` if the annotation names no page, or if none of its selectors can be used.
    func snapshot() throws(SnapshotError) -> [String: JSONValue] {
        let source = try address()
        var snapshot: [String: JSONValue] = ["url": .string(source)]
        let anchor = try self.anchor(fragment: WebURL(source)?.fragment)
        if let anchor { snapshot["anchors"] = .array([anchor]) }
        if members["target"] == nil, let title = members["title"]?.string { snapshot["title"] = .string(title) }
        if let created = members["created"]?.string, RFC3339.date(created) != nil {
            snapshot["capturedAt"] = .string(created)
        }
        var whole = snapshot
        whole["annotation"] = .object(members)
        for candidate in [whole, snapshot] {
            // The schema number is added before the snapshot is stored.
            let byteCount = JSONValue.object(candidate).encoded().count + Self.schemaByteCount
            if byteCount <= PageSnapshot.maximumByteCount { return candidate }
        }
        throw .unreadable(
            .tooLarge(
                byteCount: JSONValue.object(snapshot).encoded().count, limit: PageSnapshot.maximumByteCount))
    }

    private static let schemaByteCount = 32

    /// The annotation's first target, or the object itself if it has no target.
    private var target: JSONValue {
        guard let target = members["target"] else { return .object(members) }
        return target.array?.first ?? target
    }

    /// Returns the URL of the source.
    ///
    /// Hypothesis also records it as the annotation's `uri`.
    private func address() throws(SnapshotError) -> String {
        let isItself = members["target"] == nil
        let candidates = [
            target, target["source"], target["source"]?["id"], isItself ? nil : target["id"], members["uri"],
        ]
        guard let found = candidates.lazy.compactMap({ $0?.string }).first else {
            throw .invalidValue(key: "target.source", expected: "the URL of the page", found: "absent")
        }
        guard let url = WebURL(found), url.isHTTP || url.scheme == "file" else {
            throw .refusedAddress(key: "target.source", value: found)
        }
        return found
    }

    private var selectors: [JSONValue] {
        if members["target"] == nil, Self.types(of: target).contains(where: { $0.hasSuffix("Selector") }) {
            return [target]
        }
        guard let selector = target["selector"], !selector.isNull else { return [] }
        return selector.array ?? [selector]
    }

    /// Returns the anchor that the selectors describe; nil for an annotation of the whole page.
    private func anchor(fragment: String?) throws(SnapshotError) -> JSONValue? {
        var reader = SelectorReader()
        for selector in selectors { reader.read(selector) }
        if let fragment, fragment.contains(":~:") { reader.read(fragment: fragment) }
        if let anchor = reader.anchor { return anchor }
        if selectors.isEmpty { return nil }
        let found = Set(selectors.flatMap(Self.types)).sorted().joined(separator: ", ")
        throw .invalidValue(
            key: "target.selector",
            expected: "a text quote, text position, CSS, fragment or simple XPath selector with a value",
            found: found.isEmpty ? "a selector without a type" : JSONValue.string(found).excerpt)
    }

    /// Returns the types of an object without the vocabulary's prefix `oa:`.
    static func types(of value: JSONValue) -> [String] {
        let types = value["type"]?.array ?? value["type"].map { [$0] } ?? []
        return types.compactMap(\.string).map { $0.hasPrefix("oa:") ? String($0.dropFirst(3)) : $0 }
    }
}

/// A collector of the selectors of a Web Annotation, which uses the first selector of each kind.
private struct SelectorReader {
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
            let decoded = String(decoding: PercentEncoding.decode(fragment), as: UTF8.self).streamSafe
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

/// A converter to CSS selectors for the XPaths that annotation tools write.
private enum XPathSelector {
    /// Returns a CSS selector for the element of an XPath; nil if the XPath is not supported.
    ///
    /// Supports element steps with optional positions, such as `/html/body/div[2]/p[3]`, and element steps after an id,
    /// such as `//*[@id="text"]/p[3]`. Hypothesis omits `/html/body`, so `/div[2]/p[3]` is counted from the body. A
    /// final text node is ignored. A step without a position selects the first element.
    static func css(of path: String) -> String? {
        var rest = Substring(path)
        var steps: [String] = []
        if let id = rest.prefixMatch(of: /\/\/\*\[@id=(?:"([^"\\\n]+)"|'([^"'\\\n]+)')\]/) {
            steps.append("[id=\"\(id.output.1 ?? id.output.2 ?? "")\"]")
            rest = rest[id.range.upperBound...]
        }
        if let text = rest.firstMatch(of: /\/text\(\)(?:\[[0-9]+\])?$/) { rest = rest[..<text.range.lowerBound] }
        while let step = rest.prefixMatch(of: /\/([a-zA-Z][a-zA-Z0-9-]*)(?:\[([0-9]{1,6})\])?/) {
            let name = step.output.1.lowercased()
            let position = step.output.2.flatMap { Int($0) } ?? 1
            guard position > 0 else { return nil }
            if steps.isEmpty, name != "html", name != "body" { steps.append("body") }
            steps.append(name == "html" || name == "body" ? name : "\(name):nth-of-type(\(position))")
            rest = rest[step.range.upperBound...]
        }
        return rest.isEmpty && !steps.isEmpty ? steps.joined(separator: " > ") : nil
    }
}

/// A converter from snapshots to annotations of the [Web Annotation Data
/// Model](https://www.w3.org/TR/annotation-model/), for use by other tools.
struct WebAnnotationWriter {
    private let snapshot: PageSnapshot

    /// Creates a writer for a snapshot.
    init(_ snapshot: PageSnapshot) {
        self.snapshot = snapshot
    }

    /// The annotation as JSON-LD.
    ///
    /// Its selectors are alternatives, the most specific first.
    var json: JSONValue {
        var target: [String: JSONValue] = ["source": .string(snapshot.url.withoutFragmentDirective)]
        if !selectors.isEmpty { target["selector"] = .array(selectors) }
        var annotation: [String: JSONValue] = [
            "@context": .string("http://www.w3.org/ns/anno.jsonld"),
            "type": .string("Annotation"),
            "motivation": .string("bookmarking"),
        ]
        if let capturedAt = snapshot.json["capturedAt"]?.string {
            annotation["created"] = .string(capturedAt)
            target["state"] = .object(["type": .string("TimeState"), "sourceDate": .string(capturedAt)])
        }
        annotation["target"] = .object(target)
        return .object(annotation)
    }

    private var selectors: [JSONValue] {
        guard let anchor = snapshot.primaryAnchor else { return [] }
        var selectors: [JSONValue] = []
        if let quote = anchor.quote, !quote.exact.isEmpty {
            var selector = Self.selector("TextQuoteSelector", ["exact": .string(quote.exact)])
            if !quote.prefix.isEmpty { selector["prefix"] = .string(quote.prefix) }
            if !quote.suffix.isEmpty { selector["suffix"] = .string(quote.suffix) }
            if let character = anchor.characterOffset, character > 0, character < quote.exact.utf16.count {
                // The reading line begins within the quote.
                selector["refinedBy"] = .object(
                    Self.selector(
                        "TextPositionSelector",
                        ["start": .number(Double(character)), "end": .number(Double(quote.exact.utf16.count))]))
            }
            selectors.append(.object(selector))
        }
        if let directive = anchor.textDirective {
            let value = JSONValue.string(":~:" + directive.serialised)
            let specification = JSONValue.string("https://wicg.github.io/scroll-to-text-fragment/")
            selectors.append(
                .object(Self.selector("FragmentSelector", ["value": value, "conformsTo": specification])))
        }
        // A CSS selector cannot select elements inside shadow trees and frames.
        if let selector = anchor.selector, !selector.isEmpty, anchor.path.isEmpty {
            selectors.append(.object(Self.selector("CssSelector", ["value": .string(selector)])))
        }
        return selectors
    }

    private static func selector(_ type: String, _ members: [String: JSONValue]) -> [String: JSONValue] {
        members.merging(["type": .string(type)]) { member, _ in member }
    }
}

extension PageSnapshot {
    /// The place as an annotation of the Web Annotation Data Model, in JSON-LD.
    package var webAnnotation: JSONValue { WebAnnotationWriter(self).json }
}
