import FoundationEssentials
import HTTPTypes
import Hummingbird
import JSON
import Snapshots

extension Response {
    /// Returns a JSON response with sorted keys and an entity tag.
    ///
    /// If `fields` contains no entity tag, it is computed from the bytes of the response.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status code.
    ///   - fields: Further header fields.
    /// - Returns: The response.
    /// - Throws: An error of the encoder.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) throws -> Response {
        json(bytes: ByteBuffer(bytes: try jsonBytes(value)), status: status, fields: fields)
    }

    /// Encodes a value in the format of responses, which is that of the output of commands.
    ///
    /// - Parameter value: Any encodable value.
    /// - Returns: JSON in UTF-8.
    /// - Throws: An error of the encoder.
    static func jsonBytes(_ value: some Encodable) throws -> Data { try JSONText.encode(value) }

    /// Encodes a JSON value in the format of responses.
    static func jsonBytes(_ value: JSONValue) -> [UInt8] { value.encoded() }

    /// Returns a response with a place in JSON.
    static func json(
        _ place: SnapshotDocument, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response { json(place.json, status: status, fields: fields) }

    /// Returns a JSON response; unless `fields` contains an entity tag, it is computed from the bytes.
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response { json(bytes: ByteBuffer(bytes: jsonBytes(value)), status: status, fields: fields) }

    private static func json(bytes body: ByteBuffer, status: HTTPResponse.Status, fields: HTTPFields) -> Response {
        var fields = fields
        if status == .ok, fields[.eTag] == nil { fields[.eTag] = EntityTag(of: body).text }
        return .text(body, type: "application/json", status: status, fields: fields)
    }

    /// Returns a response with a body of a given media type.
    static func text(
        _ body: ByteBuffer, type: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        var fields = fields
        fields[.contentType] = type
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }
}
