import FoundationEssentials
import HTTPTypes
import Hummingbird
import Snapshots

extension Response {
    /// An answer in JSON: keys sorted, slashes as they are; with the entity tag of its bytes unless it has another.
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
        json(bytes: ByteBuffer(bytes: try jsonBytes(value)), status: status, fields: fields)
    }

    /// A value in JSON as answers have it.
    ///
    /// - Parameter value: The value.
    /// - Returns: UTF-8.
    /// - Throws: What the encoder throws.
    static func jsonBytes(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// A value in JSON as answers have it, without an encoder: it is written already as they have it.
    ///
    /// - Parameter value: The value.
    /// - Returns: UTF-8.
    static func jsonBytes(_ value: JSONValue) -> [UInt8] { value.encoded() }

    /// A place in JSON.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - status: The answer's status.
    ///   - fields: Further header fields.
    /// - Returns: The answer.
    static func json(
        _ place: SnapshotDocument, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response { json(place.json, status: status, fields: fields) }

    /// An answer in JSON, with the entity tag of its bytes unless it has another.
    ///
    /// - Parameters:
    ///   - value: What to write.
    ///   - status: The answer's status.
    ///   - fields: Further header fields.
    /// - Returns: The answer.
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response { json(bytes: ByteBuffer(bytes: jsonBytes(value)), status: status, fields: fields) }

    private static func json(bytes body: ByteBuffer, status: HTTPResponse.Status, fields: HTTPFields) -> Response {
        var fields = fields
        if status == .ok, fields[.eTag] == nil { fields[.eTag] = EntityTag(of: body).text }
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
