import JSON
import Timestamps
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
            !value.isNull && key != "url" && key != "title"
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
