import JSON

/// A response to a request of the browser extension.
package struct NativeResponse: Sendable, Hashable {
    /// The maximum length of a message to a browser, in bytes; browsers end the connection at a longer one.
    package static let messageLimit = 1024 * 1024

    /// The id of the request; nil if it is unknown because the message was not a request.
    package var id: Int?
    /// The status code of HTTP.
    package var status: Int
    /// The body as JSON text; empty if there is none.
    package var body: String

    /// Creates a response.
    package init(id: Int?, status: Int, body: String) {
        self.id = id
        self.status = status
        self.body = body
    }

    /// Returns the messages that transmit the response.
    ///
    /// A body that is too long for one message is split between Unicode scalars. Every message but the last has the
    /// member `"more": true`, and only the first has `status`.
    ///
    /// - Parameter limit: The maximum length of a message, in bytes.
    /// - Returns: The messages as JSON in UTF-8, each created when it is needed.
    package func messages(limit: Int = messageLimit) -> some Sequence<[UInt8]> {
        NativeResponseMessages(self, limit: limit)
    }
}
