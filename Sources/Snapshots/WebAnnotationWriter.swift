package import JSON
import TextDirectives

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
