import JSON
import WHATWGURL

/// The members of a copy's JSON object, with the checks that both kinds of copies share.
struct CopyFields {
    private let members: [String: JSONValue]

    /// Parses a JSON object and checks its schema version.
    ///
    /// - Parameters:
    ///   - json: JSON text in UTF-8.
    ///   - limit: The maximum number of bytes.
    /// - Throws: ``CopyError``.
    init(json: [UInt8], limit: Int) throws(CopyError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: json, limit: limit, depthLimit: TextCopy.depthLimit)
        } catch {
            throw .unreadable(error)
        }
        guard case .object(let members) = value else { throw .notAnObject(found: value.kindName) }
        self.members = members
        guard let schema = self["schema"] else { return }
        guard let number = schema.integer, number >= 1 else {
            throw .invalidValue(key: "schema", expected: "a whole number from 1", found: schema.excerpt)
        }
        guard number <= TextCopy.currentSchema else { throw .unsupportedSchema(String(number)) }
    }

    /// Accesses the value of a key; nil if it is missing or null.
    subscript(key: String) -> JSONValue? {
        guard let value = members[key], !value.isNull else { return nil }
        return value
    }

    /// Returns a text with white space collapsed; nil if it is missing or empty.
    ///
    /// - Throws: ``CopyError/invalidValue(key:expected:found:)`` if the value is not a string.
    func text(_ key: String) throws(CopyError) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.string else {
            throw .invalidValue(key: key, expected: "a string", found: value.kindName)
        }
        let trimmed = CollapsedText.trimmed(text)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Returns the page's address without a user name and a password.
    ///
    /// - Throws: ``CopyError/refusedAddress(_:)`` if it is missing, or is not an http, https or file URL.
    func address() throws(CopyError) -> String {
        guard let value = self["url"] else { throw .refusedAddress("it is missing") }
        guard let text = value.string, let url = WebURL(text), url.isHTTP || url.scheme == "file" else {
            throw .refusedAddress(value.excerpt)
        }
        return url.withoutCredentials().href
    }
}
