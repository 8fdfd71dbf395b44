import JSON

/// A request of the browser extension.
///
/// ```json
/// {"id": 7, "method": "POST", "path": "/api/snapshots", "body": "{\"url\":\"https://example.org/\"}"}
/// ```
package struct NativeRequest: Sendable, Hashable {
    /// The largest id, up to which a number of JavaScript is exact.
    private static let largestID = 1 << 53 - 1

    /// The number that the response repeats.
    package var id: Int
    /// The method, such as `GET`.
    package var method: String
    /// The path and the query.
    package var path: String
    /// The body as text; nil if there is none.
    package var body: String?

    /// Parses a message.
    ///
    /// - Parameter bytes: JSON in UTF-8. Unknown keys are ignored if their values are not objects or arrays.
    /// - Throws: ``NativeMessagingError/invalidRequest(id:reason:)``.
    package init(json bytes: [UInt8]) throws(NativeMessagingError) {
        let message: JSONValue
        do throws(JSONError) {
            // A request has no nested values. Values in a large array would take many times their length.
            message = try JSONValue(json: bytes, limit: .max, depthLimit: 1)
        } catch {
            throw .invalidRequest(id: nil, reason: "the message is \(error)")
        }
        guard let members = message.object else {
            throw .invalidRequest(id: nil, reason: "the message is \(message.kindName) instead of an object")
        }
        guard let id = members["id"]?.integer, (0...Self.largestID).contains(id) else {
            throw .invalidRequest(id: nil, reason: "\"id\" must be a whole number from 0 to \(Self.largestID)")
        }
        guard let method = members["method"]?.string, !method.isEmpty else {
            throw .invalidRequest(id: id, reason: "\"method\" must be a method such as GET")
        }
        guard let path = members["path"]?.string, !path.isEmpty else {
            throw .invalidRequest(id: id, reason: "\"path\" must be a path of the API")
        }
        switch members["body"] {
        case .string(let text)?: body = text
        case .null?, nil: body = nil
        default: throw .invalidRequest(id: id, reason: "\"body\" must be a string")
        }
        self.id = id
        self.method = method
        self.path = path
    }
}
