package import JSON

/// The reason why data cannot be read as a copy of a page.
package enum CopyError: Error, Hashable, CustomStringConvertible {
    /// The data is not JSON, or is too large.
    case unreadable(JSONError)
    /// The JSON value is not an object; `found` describes its kind.
    case notAnObject(found: String)
    /// The schema version is newer than the one that this version of Leftoff writes.
    case unsupportedSchema(String)
    /// The value of `url` is missing, or is not a valid http, https or file URL.
    case refusedAddress(String)
    /// A known key is missing or has an invalid value.
    case invalidValue(key: String, expected: String, found: String)
    /// The copy has more parts than are accepted, such as blocks or runs.
    case tooMany(parts: String, limit: Int)

    /// The error with its subject, on one line.
    package var description: String { "copy: \(reason)" }

    /// The error without its subject, on one line.
    package var reason: String {
        switch self {
        case .unreadable(let error): error.description
        case .notAnObject(let found): "expected a JSON object, found \(found)"
        case .unsupportedSchema(let schema):
            "schema \(schema) is not supported; this version reads schema \(TextCopy.currentSchema)"
        case .refusedAddress(let value): "\"url\" is not an http, https or file address: \(value)"
        case .invalidValue(let key, let expected, let found): "\"\(key)\" must be \(expected), not \(found)"
        case .tooMany(let parts, let limit): "it has more than \(limit) \(parts)"
        }
    }
}
