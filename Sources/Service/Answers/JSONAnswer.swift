import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Response {
    /// An answer in JSON: keys sorted, slashes as they are.
    ///
    /// - Parameters:
    ///   - value: What to write.
    ///   - status: The answer's status.
    ///   - fields: Further header fields.
    /// - Returns: The answer.
    /// - Throws: What the encoder throws.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = ByteBuffer(bytes: try encoder.encode(value))
        return .text(body, type: "application/json", status: status, fields: fields)
    }

    /// An answer of one media type.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - type: The media type.
    ///   - status: The answer's status.
    ///   - fields: Further header fields.
    /// - Returns: The answer.
    static func text(
        _ body: ByteBuffer, type: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        var fields = fields
        fields[.contentType] = type
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }
}
