import FoundationEssentials
import HTTPTypes
import Hummingbird

/// An error response (RFC 9457, problem details).
struct Problem: Error, Sendable {
    /// The status code.
    var status: HTTPResponse.Status
    /// An explanation of this occurrence of the problem.
    var detail: String
    /// Further header fields, for instance `Allow`.
    var fields: HTTPFields = [:]

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - detail: An explanation of this occurrence of the problem.
    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    /// Returns a problem for a missing or invalid token.
    static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.fields[.wwwAuthenticate] = "Bearer realm=\"leftoff\""
        return problem
    }

    /// The response.
    var response: Response {
        let document = Document(title: status.reasonPhrase, status: status.code, detail: detail)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding three texts and a number cannot fail. Even without a body, the response would have its status.
        let body = (try? encoder.encode(document)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        var fields = fields
        fields[.contentType] = "application/problem+json"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }

    private struct Document: Encodable {
        // "about:blank" means that the title is the reason phrase of the status (RFC 9457, section 4.2.1).
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
    }
}
