import JSON
import Timestamps
import WHATWGURL

/// Validation against schema 1, and migration of older formats to it.
enum SnapshotValidation {
    /// Validates a snapshot and migrates it to the current schema.
    ///
    /// - Parameters:
    ///   - value: A snapshot, or a Web Annotation.
    ///   - isNew: False to move each number that is out of range into its range.
    /// - Returns: The snapshot in the current schema with `schema` and `url` set, and the page's URL.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    static func migrate(_ value: JSONValue, isNew: Bool) throws(SnapshotError) -> (json: JSONValue, url: WebURL) {
        guard case .object(var members) = value else { throw .notAnObject(found: value.kindName) }
        if let annotation = WebAnnotationReader(members) { members = try annotation.snapshot() }
        try checkSchema(members["schema"])
        if mismatch(of: members, with: SnapshotSchema.snapshot) != nil {
            members = clamped(members, to: SnapshotSchema.snapshot, isNew: isNew)
            if let mismatch = mismatch(of: members, with: SnapshotSchema.snapshot) {
                throw .invalidValue(key: mismatch.key, expected: mismatch.expected, found: mismatch.found)
            }
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
        case (.number(let range), .number(let number)) where range.range.contains(number):
            return nil
        case (.count, .number(let number))
        where SnapshotRange.count.range.contains(number) && number == number.rounded():
            return nil
        case (.date, .string(let text)) where RFC3339.date(text) != nil:
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
        case (.number(let range), .number):
            return Mismatch(key: "", expected: "a number \(range.description)", found: value.excerpt)
        case (.count, .number(let number)) where number > SnapshotRange.count.range.upperBound:
            return Mismatch(
                key: "", expected: "a whole number \(SnapshotRange.count.description)", found: value.excerpt)
        default:
            let found = shape.kindName == value.kindName ? value.excerpt : value.kindName
            return Mismatch(key: "", expected: shape.expectation, found: found)
        }
    }

    /// Returns members whose numbers are moved into their ranges where that is allowed.
    ///
    /// Members without a number out of range are copied, so this is called only for a snapshot with a mismatch.
    private static func clamped(
        _ members: [String: JSONValue], to shapes: [String: SnapshotSchema], isNew: Bool
    ) -> [String: JSONValue] {
        var members = members
        for (key, shape) in shapes {
            if let member = members[key] { members[key] = clamped(member, to: shape, isNew: isNew) }
        }
        return members
    }

    private static func clamped(_ value: JSONValue, to shape: SnapshotSchema, isNew: Bool) -> JSONValue {
        switch (shape, value) {
        case (.number(let range), .number(let number)):
            return .number(range.number(number, isNew: isNew) ?? number)
        case (.count, .number(let number)) where !isNew:
            return .number(SnapshotRange.count.number(number.rounded(), isNew: false) ?? number)
        case (.list(let element), .array(let elements)):
            return .array(elements.map { clamped($0, to: element, isNew: isNew) })
        case (.members(let shapes), .object(let members)):
            return .object(clamped(members, to: shapes, isNew: isNew))
        default:
            return value
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
