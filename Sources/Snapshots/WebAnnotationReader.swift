import JSON
import WHATWGURL

/// Reads a place from the Web Annotation Data Model: an annotation, a specific resource, or a selector that names its
/// source.
///
/// Selectors in an array are ways to one place, so all of them are taken together. Of several targets the first counts.
struct WebAnnotationReader {
    private let members: [String: JSONValue]

    /// Takes an object that is an annotation or part of one; nil where it is something else.
    init?(_ members: [String: JSONValue]) {
        for key in ["url", "baseURI"] where members[key].map({ !$0.isNull }) ?? false { return nil }
        let types = Self.types(of: .object(members))
        guard
            members["target"] != nil || members["selector"] != nil
                || types.contains(where: { $0 == "Annotation" || $0 == "SpecificResource" || $0.hasSuffix("Selector") })
        else { return nil }
        self.members = members
    }

    /// The place as a snapshot of schema 1.
    ///
    /// The annotation is kept beside it, where both have room.
    ///
    /// - Returns: The snapshot's members.
    /// - Throws: ``SnapshotError`` where the annotation names no page, or only selectors that tell nothing.
    func snapshot() throws(SnapshotError) -> [String: JSONValue] {
        let source = try address()
        var snapshot: [String: JSONValue] = ["url": .string(source)]
        let anchor = try self.anchor(fragment: WebURL(source)?.fragment)
        if let anchor { snapshot["anchors"] = .array([anchor]) }
        if let created = members["created"]?.string, RFC3339.date(created) != nil {
            snapshot["capturedAt"] = .string(created)
        }
        var whole = snapshot
        whole["annotation"] = .object(members)
        for candidate in [whole, snapshot] {
            // The schema's number is added to what is stored.
            let byteCount = JSONValue.object(candidate).encoded().count + Self.schemaByteCount
            if byteCount <= PageSnapshot.maximumByteCount { return candidate }
        }
        throw .unreadable(
            .tooLarge(
                byteCount: JSONValue.object(snapshot).encoded().count, limit: PageSnapshot.maximumByteCount))
    }

    private static let schemaByteCount = 32

    /// What the annotation is about: the first target, or the object itself.
    private var target: JSONValue {
        guard let target = members["target"] else { return .object(members) }
        return target.array?.first ?? target
    }

    /// The source's address.
    ///
    /// Hypothesis gives it as `uri` of the annotation too.
    private func address() throws(SnapshotError) -> String {
        let isItself = members["target"] == nil
        let candidates = [
            target, target["source"], target["source"]?["id"], isItself ? nil : target["id"], members["uri"],
        ]
        guard let found = candidates.lazy.compactMap({ $0?.string }).first else {
            throw .invalidValue(key: "target.source", expected: "the page's address", found: "absent")
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

    /// The anchor that the selectors make; nil for an annotation of the whole page.
    private func anchor(fragment: String?) throws(SnapshotError) -> JSONValue? {
        var place = SelectorReader()
        for selector in selectors { place.take(selector) }
        if let fragment, fragment.contains(":~:") { place.take(fragment: fragment) }
        if let anchor = place.anchor { return anchor }
        if selectors.isEmpty { return nil }
        let found = Set(selectors.flatMap(Self.types)).sorted().joined(separator: ", ")
        throw .invalidValue(
            key: "target.selector",
            expected: "a selector of text, CSS, a fragment, or a plain XPath with a value to find the place by",
            found: found.isEmpty ? "one without a type" : JSONValue.string(found).excerpt)
    }

    /// The types of an object, without the prefix of the vocabulary.
    static func types(of value: JSONValue) -> [String] {
        let types = value["type"]?.array ?? value["type"].map { [$0] } ?? []
        return types.compactMap(\.string).map { $0.hasPrefix("oa:") ? String($0.dropFirst(3)) : $0 }
    }
}
