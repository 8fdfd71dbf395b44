import CWebAssets
import Hummingbird

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
