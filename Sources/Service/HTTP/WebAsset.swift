import CAssets
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Syntax

/// A file of `Resources/` that the compiler embedded.
struct WebAsset: Sendable {
    /// The bytes of the file.
    let body: ByteBuffer
    /// The media type, with the character set if it is text.
    let mediaType: String
    /// A strong entity tag.
    let entityTag: String

    /// The file as text.
    var text: String { String(buffer: body) }

    /// Creates an asset from the contents of a file.
    init(body: ByteBuffer, name: String) {
        self.body = body
        mediaType = Self.mediaType(of: name)
        entityTag = EntityTag(of: body).text
    }

    /// All embedded files by their names under `Resources/`, for instance `web/app.css`.
    static let embedded: [String: WebAsset] = {
        let pairs = (0..<leftoff_web_asset_count()).map { index in
            let file = leftoff_web_asset_at(index)
            let name = String(cString: file.name)
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            return (name, WebAsset(body: ByteBuffer(bytes: bytes), name: name))
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }
}

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
    private static func acceptsGzip(_ values: [String]) -> Bool {
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

/// A page with placeholders, written `{{name}}`.
struct HTMLTemplate: Sendable {
    /// The page with its placeholders.
    let text: String

    /// Replaces the placeholders.
    ///
    /// The values are text: markup in them is escaped.
    ///
    /// - Parameter values: The value of each placeholder.
    /// - Returns: The page.
    func filled(with values: [String: String]) -> String {
        var page = ""
        var rest = text[...]
        // Replaces in one pass, so that braces inside a value are left unchanged.
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            page += rest[..<open.lowerBound]
            page += MarkupText.attribute(values[String(rest[open.upperBound..<close.lowerBound])] ?? "")
            rest = rest[close.upperBound...]
        }
        return page + rest
    }
}
