import JSON

extension JSONValue {
    /// Returns the value of an optional key of a window set.
    ///
    /// - Parameters:
    ///   - key: The key in this object.
    ///   - type: The property that returns a value of the expected type.
    /// - Returns: The value; nil if the key is missing.
    /// - Throws: ``WindowSetError/invalid(_:)`` if the value has another type, even if it is null.
    func member<Value>(_ key: String, _ type: KeyPath<JSONValue, Value?>) throws(WindowSetError) -> Value? {
        guard let member = self[key] else { return nil }
        guard let value = member[keyPath: type] else {
            throw .invalid("\"\(key)\" must not be \(member.kindName)")
        }
        return value
    }

    /// Returns the value of an optional key of a window set, of which null means that there is none.
    ///
    /// - Parameters:
    ///   - key: The key in this object.
    ///   - type: The property that returns a value of the expected type.
    /// - Returns: The value; nil if the key is missing or null.
    /// - Throws: ``WindowSetError/invalid(_:)`` if the value has another type.
    func nullableMember<Value>(_ key: String, _ type: KeyPath<JSONValue, Value?>) throws(WindowSetError) -> Value? {
        self[key]?.isNull == true ? nil : try member(key, type)
    }
}
