import Transfer

/// A response that was found in the cache; its body is read when it is asked for.
struct CachedResponse: Sendable, Hashable {
    /// The status code.
    var status: Int

    /// The header fields.
    var fields: [HTTPField]

    /// What the request said of the fields that Vary names.
    var selecting: [HTTPField]

    /// Seconds since 1970 when it was asked for, and when the head had come.
    var requestTime: Int64
    var responseTime: Int64

    /// The address without its fragment.
    var address: String

    /// The file, whose first bytes are the body.
    var path: String

    /// The length of the body.
    var bodyByteCount: Int64

    /// The body's checksum.
    var checksum: UInt64

    /// The header fields that ask the server whether this is still the present response.
    var conditions: [HTTPField] { CachePolicy.conditions(of: fields) }

    /// Tells whether the response may be used without asking (RFC 9111, section 4.2).
    func isFresh(now: Int64) -> Bool {
        let directives = CachePolicy.directives(of: fields)
        guard directives["no-cache"] == nil else { return false }
        let age = CachePolicy.age(fields: fields, requestTime: requestTime, responseTime: responseTime, now: now)
        return CachePolicy.lifetime(status: status, fields: fields) > age
    }

    /// Takes over what a 304 says (RFC 9111, section 4.3.4).
    mutating func update(with new: [HTTPField], requestTime: Int64, responseTime: Int64) {
        fields = CachePolicy.updated(fields, with: new)
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    /// Reads the body piece by piece.
    ///
    /// - Parameter receive: Gets the next bytes; valid during the call.
    /// - Throws: What `receive` throws; `CachedBodyReader.Damage` when the file is not what it was.
    func readBody(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        var reader = try CachedBodyReader(self)
        while try reader.readPiece(receive) {}
    }
}
