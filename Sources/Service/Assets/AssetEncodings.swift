import HTTPTypes
import Hummingbird
import LinkHarvest
import NIOCore
import Synchronization

/// The service's own files compressed, each once, when it is first wanted.
///
/// What holds a secret must not go through here: the length of a compressed answer tells of what is in it.
final class AssetEncodings: Sendable {
    /// Keyed by entity tag; nil where compressing gains nothing.
    private let members = Mutex<[String: ByteBuffer?]>([:])

    /// An answer with a file, compressed where the reader takes that.
    ///
    /// - Parameters:
    ///   - asset: The file.
    ///   - request: What `Accept-Encoding` is read from (RFC 9110, section 12.5.3).
    ///   - fields: Further fields. An entity tag is that of the form that is sent.
    /// - Returns: The answer.
    func answer(_ asset: WebAsset, to request: Request, fields: HTTPFields = [:]) -> Response {
        var fields = fields
        fields[.vary] = "Accept-Encoding"
        guard Self.takesGzip(request.headers[values: .acceptEncoding]), let member = member(of: asset) else {
            return .text(asset.body, type: asset.mediaType, fields: fields)
        }
        fields[.contentEncoding] = "gzip"
        // A strong tag names bytes, and these are others.
        if fields[.eTag] != nil { fields[.eTag] = String(asset.entityTag.dropLast()) + "-gzip\"" }
        return .text(member, type: asset.mediaType, fields: fields)
    }

    /// Whether a reader takes gzip; only what is said counts, since the plain form is always right.
    static func takesGzip(_ values: [String]) -> Bool {
        values.joined(separator: ",").split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
            return !parts.dropFirst().contains { part in
                part.hasPrefix("q=") && part.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
            }
        }
    }

    private func member(of asset: WebAsset) -> ByteBuffer? {
        members.withLock { members in
            if let known = members[asset.entityTag] { return known }
            let plain = Array(buffer: asset.body)
            let made = Gzip.compressed(plain).flatMap { $0.count < plain.count ? ByteBuffer(bytes: $0) : nil }
            members[asset.entityTag] = .some(made)
            return made
        }
    }
}
