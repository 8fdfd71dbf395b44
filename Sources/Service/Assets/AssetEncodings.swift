import Compression
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A cache of the service's embedded files in compressed form; each is compressed when it is first requested.
///
/// A response that contains a secret must not be compressed, because its length would reveal something about the
/// secret.
final class AssetEncodings: Sendable {
    /// A file as it is sent to a client that accepts gzip.
    private enum Encoding {
        case gzip(ByteBuffer)
        /// Compression would not make the file smaller.
        case identity
    }

    /// The encodings by the entity tags of the files.
    private let encodings = Mutex<[String: Encoding]>([:])

    /// Returns a response with a file, compressed if the client accepts that.
    ///
    /// - Parameters:
    ///   - asset: An embedded file, without secrets.
    ///   - request: The request, whose `Accept-Encoding` determines the encoding (RFC 9110, section 12.5.3).
    ///   - fields: Further fields. The entity tag is that of the encoding that is sent.
    /// - Returns: The response.
    func response(with asset: WebAsset, to request: Request, fields: HTTPFields = [:]) -> Response {
        var fields = fields
        fields[.vary] = "Accept-Encoding"
        guard Self.acceptsGzip(request.headers[values: .acceptEncoding]), let compressed = compressed(asset) else {
            return .text(asset.body, type: asset.mediaType, fields: fields)
        }
        fields[.contentEncoding] = "gzip"
        // A strong entity tag identifies the bytes, which differ between encodings.
        if fields[.eTag] != nil { fields[.eTag] = String(asset.entityTag.dropLast()) + "-gzip\"" }
        return .text(compressed, type: asset.mediaType, fields: fields)
    }

    /// Returns true if the client explicitly accepts gzip.
    static func acceptsGzip(_ values: [String]) -> Bool {
        values.joined(separator: ",").split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
            return !parts.dropFirst().contains { part in
                part.hasPrefix("q=") && part.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
            }
        }
    }

    private func compressed(_ asset: WebAsset) -> ByteBuffer? {
        let encoding = encodings.withLock { encodings in
            if let known = encodings[asset.entityTag] { return known }
            let plain = Array(buffer: asset.body)
            var encoding = Encoding.identity
            if let bytes = Gzip.compressed(plain), bytes.count < plain.count {
                encoding = .gzip(ByteBuffer(bytes: bytes))
            }
            encodings[asset.entityTag] = encoding
            return encoding
        }
        if case .gzip(let bytes) = encoding { return bytes } else { return nil }
    }
}
