import WHATWGURL

/// Checks what arrives against schema 1 and brings older shapes up to it.
enum SnapshotValidation {
    /// Checks a snapshot.
    ///
    /// - Parameter value: What arrived: a snapshot, or a Web Annotation.
    /// - Returns: The snapshot in the current schema, with `schema` and `url` filled in, and its address.
    /// - Throws: ``SnapshotError`` naming the first key that is wrong.
    static func migrate(_ value: JSONValue) throws(SnapshotError) -> (json: JSONValue, url: WebURL) {
        guard case .object(var members) = value else { throw .notAnObject(found: value.kindName) }
        if let annotation = WebAnnotation(members) { members = try annotation.snapshot() }
        try checkSchema(members["schema"])
        for (key, shape) in SnapshotShape.snapshot.sorted(by: { $0.key < $1.key }) {
            if let member = members[key], !member.isNull { try check(member, is: shape, key: key) }
        }
        let url = try address(in: members)
        members["schema"] = .number(Double(PageSnapshot.currentSchema))
        members["url"] = .string(url.href)
        if let base = members["baseURI"]?.string.flatMap({ WebURL($0) }), base.hasCredentials {
            members["baseURI"] = .string(base.withoutCredentials().href)
        }
        return (.object(members), url)
    }

    /// A snapshot without a schema is of the source idea's time, whose fields schema 1 contains.
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

    private static func check(_ value: JSONValue, is shape: SnapshotShape, key: String) throws(SnapshotError) {
        switch (shape, value) {
        case (.string, .string), (.bool, .bool):
            return
        case (.number, .number(let number)) where number.isFinite:
            return
        case (.count, .number) where (value.integer ?? -1) >= 0:
            return
        case (.time, .string(let text)) where RFC3339.date(text) != nil:
            return
        case (.list(let element), .array(let elements)):
            for (index, item) in elements.enumerated() { try check(item, is: element, key: "\(key)[\(index)]") }
        case (.members(let shapes), .object(let members)):
            for (name, member) in members.sorted(by: { $0.key < $1.key }) where !member.isNull {
                if let shape = shapes[name] { try check(member, is: shape, key: "\(key).\(name)") }
            }
        default:
            let found = shape.kindName == value.kindName ? value.excerpt : value.kindName
            throw .invalidValue(key: key, expected: shape.expectation, found: found)
        }
    }
}
