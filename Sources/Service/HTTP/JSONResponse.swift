import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Places
import Syntax

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

/// A strong entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag as it appears in header fields, with its quotation marks.
    let text: String

    /// Creates a tag from the text of a header field.
    init(text: String) {
        self.text = text
    }

    /// Creates the tag of a place, which differs after each change of the place.
    ///
    /// - Parameters:
    ///   - place: The place whose document has the tag.
    ///   - countsCopies: True if the tag differs after a copy was added or removed. A client that changes the tags or
    ///     the note may have read the place before its copy was stored.
    init(_ place: StoredSnapshot, countsCopies: Bool = true) {
        let copies = countsCopies ? place.copies.map { ".\($0.rawValue)" }.joined() : ""
        text = "\"\(place.id).\(place.version)\(copies)\""
    }

    /// Creates the tag of a response's bytes.
    ///
    /// The hash is not collision-resistant. It only has to distinguish versions of the service's own responses.
    init(of body: ByteBuffer) {
        var hash = FNVHash()
        body.withUnsafeReadableBytes { hash.add(words: $0) }
        text = "\"\(String(hash.value, radix: 16))\""
    }

    /// Returns true if a field that lists tags contains this tag or `*`.
    ///
    /// - Parameters:
    ///   - field: The value of If-Match or If-None-Match.
    ///   - isWeak: True to accept weak tags too, as If-None-Match does (RFC 9110, section 13.1.2).
    /// - Returns: True if the field contains the tag or `*`.
    func isListed(in field: String, comparesWeakly isWeak: Bool) -> Bool {
        field.split(separator: ",").contains { part in
            let tag = part.trimmingPrefix { $0 == " " || $0 == "\t" }
            let bare = tag.last == " " ? tag.prefix { $0 != " " } : tag
            return bare == "*" || bare == text || isWeak && bare == "W/\(text)"
        }
    }
}

extension Request {
    /// Checks the If-Match field of a request that changes a resource.
    ///
    /// - Parameter tags: The current tags of the resource.
    /// - Throws: `Problem` (412) if the field lists none of the tags.
    func expectMatch(of tags: EntityTag...) throws {
        guard let field = headers[.ifMatch], !tags.contains(where: { $0.isListed(in: field, comparesWeakly: false) })
        else { return }
        throw Problem(.preconditionFailed, "the resource has changed since you read it: read it again")
    }
}
