/// Why a text is no snapshot.
package enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// More bytes than ``PageSnapshot/maximumByteCount``.
    case tooLarge(byteCount: Int)
    /// Not JSON; what is wrong and at which byte, counted from 0.
    case malformed(reason: String, byte: Int)
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
        case .tooLarge(let byteCount):
            "too large: \(byteCount) bytes, at most \(PageSnapshot.maximumByteCount) are accepted"
        case .malformed(let reason, let byte): "not valid JSON: \(reason) at byte \(byte)"
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
