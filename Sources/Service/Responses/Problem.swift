import FoundationEssentials
import HTTPTypes
import Hummingbird

/// An error as an answer (RFC 9457, problem details).
struct Problem: Error, Sendable {
    /// The answer's status.
    var status: HTTPResponse.Status
    /// What is wrong with this request in particular, for people.
    var detail: String
    /// Further header fields, for instance `Allow`.
    var fields: HTTPFields = [:]

    /// Describes a problem.
    ///
    /// - Parameters:
    ///   - status: The answer's status.
    ///   - detail: What is wrong with this request in particular.
    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    /// A problem of a missing or wrong token.
    static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.fields[.wwwAuthenticate] = "Bearer realm=\"leftoff\""
        return problem
    }

    /// The answer.
    var response: Response {
        let document = Document(title: status.reasonPhrase, status: status.code, detail: detail)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Three texts and a number cannot fail to encode; an empty body would still carry the status.
        let body = (try? encoder.encode(document)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        var fields = fields
        fields[.contentType] = "application/problem+json"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }

    private struct Document: Encodable {
        // "about:blank" says that the title is the status's own phrase.
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
    }
}
