import HTTPTypes
import NIOCore

/// A response to the browser extension.
package struct ExtensionResponse: Sendable, Hashable {
    /// The status code of HTTP.
    package let status: Int
    /// The body in JSON; empty if the response has none.
    package let body: String

    /// Creates a response.
    init(status: Int, body: String) {
        self.status = status
        self.body = body
    }

    /// Creates the response with the details of a problem (RFC 9457).
    init(_ problem: Problem) {
        self.init(status: problem.status.code, body: String(buffer: problem.document))
    }

    /// Returns the response to a message that is not a request.
    ///
    /// - Parameter detail: The explanation of the problem.
    /// - Returns: The response with its details.
    package static func badRequest(_ detail: String) -> ExtensionResponse {
        ExtensionResponse(Problem(.badRequest, detail))
    }

    /// Returns the response to a message that is too large.
    ///
    /// - Parameter detail: The explanation of the problem.
    /// - Returns: The response with its details.
    package static func tooLarge(_ detail: String) -> ExtensionResponse {
        ExtensionResponse(Problem(.contentTooLarge, detail))
    }
}
