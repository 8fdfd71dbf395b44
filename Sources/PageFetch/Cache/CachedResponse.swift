import HTTPSyntax
import Transfer

/// A stored response without its body, which stays in the file until it is read.
struct CachedResponse: Sendable, Hashable {
    /// The status code.
    var status: Int

    /// The header fields.
    var fields: [HTTPField]

    /// The request fields that Vary names, with their values in the request (RFC 9111, section 4.1).
    var selecting: [HTTPField]

    /// The time of the request in seconds since 1970 (RFC 9111, section 4.2.3).
    var requestTime: Int64

    /// The time at which the response's head was received, in seconds since 1970.
    var responseTime: Int64

    /// The URL without its fragment.
    var address: String

    /// The path of the file, which starts with the body.
    var path: String

    /// The length of the body in bytes.
    var bodyByteCount: Int64

    /// The body's checksum.
    var checksum: UInt64

    /// True if the response, an earlier redirect or a later 304 response used a connection to a public address; see
    /// `ResponseHead.hasReachedPublic`.
    var hasReachedPublic = false

    /// The header fields of a conditional request for this response.
    var conditions: [HTTPField] { CachePolicy.conditions(of: fields) }

    /// Returns true if the response may be used without revalidation (RFC 9111, section 4.2).
    func isFresh(now: Int64) -> Bool {
        let directives = CachePolicy.directives(of: fields)
        guard directives["no-cache"] == nil else { return false }
        let age = CachePolicy.age(fields: fields, requestTime: requestTime, responseTime: responseTime, now: now)
        return CachePolicy.lifetime(status: status, fields: fields) > age
    }

    /// Updates the response with the fields of a 304 response (RFC 9111, section 4.3.4).
    mutating func update(with new: [HTTPField], requestTime: Int64, responseTime: Int64) {
        fields = CachePolicy.updated(fields, with: new)
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    /// Reads the body piece by piece.
    ///
    /// - Parameter receive: A function that receives the next bytes, which are valid during the call.
    /// - Throws: The error that `receive` throws, or ``CachedBodyReader/Damage``.
    func readBody(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        var reader = try CachedBodyReader(self)
        while try reader.readPiece(receive) {}
    }
}
