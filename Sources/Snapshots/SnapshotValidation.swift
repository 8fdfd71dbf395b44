import JSON
import Timestamps
import WHATWGURL

/// Validation against schema 1, and migration of older formats to it.
enum SnapshotValidation {
    /// Validates a snapshot and migrates it to the current schema.
    ///
    /// - Parameter value: A snapshot, or a Web Annotation.
    /// - Returns: The snapshot in the current schema with `schema` and `url` set, and the page's URL.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    static func migrate(_ value: JSONValue) throws(SnapshotError) -> (json: JSONValue, url: WebURL) {
        guard case .object(var members) = value else { throw .notAnObject(found: value.kindName) }
        if let annotation = WebAnnotationReader(members) { members = try annotation.snapshot() }
        try checkSchema(members["schema"])
        if let mismatch = mismatch(of: members, with: SnapshotSchema.snapshot) {
            throw .invalidValue(key: mismatch.key, expected: mismatch.expected, found: mismatch.found)
        }
        let url = try address(in: members)
        members["schema"] = .number(Double(PageSnapshot.currentSchema))
        members["url"] = .string(url.href)
        if let base = members["baseURI"]?.string.flatMap({ WebURL($0) }), base.hasCredentials {
            members["baseURI"] = .string(base.withoutCredentials().href)
        }
        return (.object(members), url)
    }

    /// Checks the schema version.
    ///
    /// A snapshot without a version is accepted, because schema 1 contains the original four fields.
    private static func checkSchema(_ schema: JSONValue?) throws(SnapshotError) {
        guard let schema, !schema.isNull else { return }
        guard let number = schema.integer, number >= 1 else {
            throw .invalidValue(key: "schema", expected: "a whole number from 1", found: schema.excerpt)
        }
        guard number <= PageSnapshot.currentSchema else { throw .unsupportedSchema(String(number)) }
    }

    private static func address(in members: [String: JSONValue]) throws(SnapshotError) -> WebURL {
        for key in ["url", "baseURI"] {
            guard let text = members[key]?.string else { continue }
            guard let url = WebURL(text), url.isHTTP || url.scheme == "file" else {
                throw .refusedAddress(key: key, value: text)
            }
            return url.withoutCredentials()
        }
        throw .missingAddress
    }

    /// A value that does not have the expected shape.
    private struct Mismatch {
        var key: String
        let expected: String
        let found: String
    }

    /// Returns the first mismatch within a value; nil if it is valid.
    ///
    /// The key path is built only for a mismatch, because nearly all values are valid.
    private static func mismatch(of value: JSONValue, with shape: SnapshotSchema) -> Mismatch? {
        switch (shape, value) {
        case (.string, .string), (.bool, .bool):
            return nil
        case (.number, .number(let number)) where number.isFinite:
            return nil
        case (.count, .number) where (value.integer ?? -1) >= 0:
            return nil
        case (.time, .string(let text)) where RFC3339.date(text) != nil:
            return nil
        case (.list(let element), .array(let elements)):
            for (index, item) in elements.enumerated() {
                guard var mismatch = mismatch(of: item, with: element) else { continue }
                mismatch.key =
                    "[\(index)]" + (mismatch.key.isEmpty || mismatch.key.hasPrefix("[") ? "" : ".") + mismatch.key
                return mismatch
            }
            return nil
        case (.members(let shapes), .object(let members)):
            return mismatch(of: members, with: shapes)
        default:
            let found = shape.kindName == value.kindName ? value.excerpt : value.kindName
            return Mismatch(key: "", expected: shape.expectation, found: found)
        }
    }

    /// Returns the mismatch of the member that is first by name; nil if all members are valid.
    private static func mismatch(of members: [String: JSONValue], with shapes: [String: SnapshotSchema]) -> Mismatch? {
        var first: Mismatch?
        var name = ""
        for (key, member) in members where !member.isNull {
            guard first == nil || key < name, let shape = shapes[key], var mismatch = mismatch(of: member, with: shape)
            else { continue }
            mismatch.key = key + (mismatch.key.isEmpty || mismatch.key.hasPrefix("[") ? "" : ".") + mismatch.key
            (first, name) = (mismatch, key)
        }
        return first
    }
}
