package import JSON

/// The reason why data cannot be read as a snapshot.
package enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// The data is not JSON, or is larger than ``PageSnapshot/maximumByteCount``.
    case unreadable(JSONError)
    /// The JSON value is not an object; `found` describes its kind.
    case notAnObject(found: String)
    /// The schema version is newer than ``PageSnapshot/currentSchema``.
    case unsupportedSchema(String)
    /// The snapshot has neither `url` nor `baseURI`.
    case missingAddress
    /// The value is not a valid http, https or file URL.
    case refusedAddress(key: String, value: String)
    /// A known key has an invalid value.
    case invalidValue(key: String, expected: String, found: String)

    /// The error with its subject, on one line.
    package var description: String { "snapshot: \(reason)" }

    /// The error without its subject, on one line.
    package var reason: String {
        switch self {
        case .unreadable(let error): error.description
        case .notAnObject(let found): "expected a JSON object, found \(found)"
        case .unsupportedSchema(let schema):
            "schema \(schema) is not supported; this version reads schemas up to \(PageSnapshot.currentSchema)"
        case .missingAddress: "it has neither \"url\" nor \"baseURI\""
        case .refusedAddress(let key, let value):
            "\"\(key)\" is not an http, https or file address: \(JSONValue.string(value).excerpt)"
        case .invalidValue(let key, let expected, let found): "\"\(key)\" must be \(expected), not \(found)"
        }
    }
}
