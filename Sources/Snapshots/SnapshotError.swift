package import JSON

/// Why a text is no snapshot.
package enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// The text is not JSON, or larger than ``PageSnapshot/maximumByteCount``.
    case unreadable(JSONError)
    /// JSON, but not an object; what it is instead.
    case notAnObject(found: String)
    /// Written by a newer Leftoff.
    case unsupportedSchema(String)
    /// Neither `url` nor `baseURI`.
    case missingAddress
    /// An address that is none, or not of http, https or file.
    case refusedAddress(key: String, value: String)
    /// A known key with a value that it cannot have.
    case invalidValue(key: String, expected: String, found: String)

    /// What failed and why, on one line.
    package var description: String { "snapshot: \(reason)" }

    /// Why, on one line.
    package var reason: String {
        switch self {
        case .unreadable(let error): error.description
        case .notAnObject(let found): "expected a JSON object, found \(found)"
        case .unsupportedSchema(let schema):
            "schema \(schema) is not known to this version, which reads up to \(PageSnapshot.currentSchema)"
        case .missingAddress: "it has neither \"url\" nor \"baseURI\""
        case .refusedAddress(let key, let value):
            "\"\(key)\" is not an http, https or file address: \(JSONValue.string(value).excerpt)"
        case .invalidValue(let key, let expected, let found): "\"\(key)\" must be \(expected), not \(found)"
        }
    }
}
