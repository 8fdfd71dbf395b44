import LinkHarvest
import Markup
import Syntax
import WHATWGURL

/// The media type of a link's resource, if the page states it.
enum LinkMediaType {
    /// The media types of file extensions, as far as servers agree on them (IANA, and the tables of Apache and nginx).
    private static let typesByExtension: [String: String] = [
        "7z": "application/x-7z-compressed", "aac": "audio/aac", "apk": "application/vnd.android.package-archive",
        "atom": "application/atom+xml", "avif": "image/avif", "avi": "video/x-msvideo", "bmp": "image/bmp",
        "bz2": "application/x-bzip2", "css": "text/css", "csv": "text/csv",
        "deb": "application/vnd.debian.binary-package",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip",
        "htm": "text/html", "html": "text/html", "ico": "image/vnd.microsoft.icon", "ics": "text/calendar",
        "iso": "application/x-iso9660-image", "jar": "application/java-archive", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json", "jsonld": "application/ld+json",
        "jxl": "image/jxl", "m4a": "audio/mp4", "m4v": "video/mp4", "md": "text/markdown", "mjs": "text/javascript",
        "mkv": "video/matroska", "mobi": "application/x-mobipocket-ebook", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg", "mpg": "video/mpeg",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg", "opml": "text/x-opml", "opus": "audio/ogg",
        "otf": "font/otf", "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "ps": "application/postscript", "rar": "application/vnd.rar", "rdf": "application/rdf+xml",
        "rss": "application/rss+xml", "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
        "tgz": "application/gzip", "tif": "image/tiff", "tiff": "image/tiff", "torrent": "application/x-bittorrent",
        "ttf": "font/ttf", "txt": "text/plain", "vtt": "text/vtt", "wasm": "application/wasm", "wav": "audio/wav",
        "weba": "audio/webm", "webm": "video/webm", "webmanifest": "application/manifest+json",
        "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2", "xhtml": "application/xhtml+xml",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
        "xz": "application/x-xz", "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
        "zst": "application/zstd",
    ]

    /// Returns the media type of a link's resource without parameters, in lower case.
    ///
    /// It is taken from the link's `type`, from its `data:` URL, or from its file extension.
    ///
    /// - Parameters:
    ///   - link: The link as it was harvested.
    ///   - url: The link's URL after normalization.
    /// - Returns: The media type; nil if none of these states it.
    static func of(_ link: HarvestedLink, at url: WebURL) -> String? {
        if let type = link.type, let essence = essence(type) { return essence }
        if url.scheme == "data" { return essence(String(url.path.prefix { $0 != "," })) ?? "text/plain" }
        for name in [FileNaming.proposed(by: link), FileNaming.inPath(of: url)] {
            guard let name, let dot = name.lastIndex(of: "."), dot != name.startIndex else { continue }
            if let type = typesByExtension[name[name.index(after: dot)...].lowercased()] { return type }
        }
        return nil
    }

    private static func essence(_ type: String) -> String? {
        let essence = ContentSniffing.essence(of: type)
        return essence.contains("/") ? essence : nil
    }
}

/// A pattern for a media type, or for all subtypes of a top-level type: `application/pdf`, `image/*`, `image`.
package struct MediaTypePattern: Sendable, Hashable {
    private let top: String
    /// The subtype; nil matches any.
    private let subtype: String?

    /// Creates a pattern; nil if the text is not a valid pattern.
    ///
    /// - Parameter text: The pattern in lower case.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // The characters of media type names (RFC 6838, section 4.2).
        let isName = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "!#$&-^_.+".utf8.contains($0)
                }
        }
        guard let first = parts.first, parts.count <= 2, isName(first) else { return nil }
        top = String(first)
        if parts.count == 1 || parts[1] == "*" {
            subtype = nil
        } else {
            guard isName(parts[1]) else { return nil }
            subtype = String(parts[1])
        }
    }

    /// Returns true if a media type, in lower case and without parameters, matches the pattern.
    func matches(_ type: String) -> Bool {
        if let subtype { return type == top + "/" + subtype }
        return type.hasPrefix(top + "/")
    }
}

/// The file name of a link's resource, if the page states it.
enum FileNaming {
    /// The name that the page proposes in the `download` attribute; nil if it proposes none.
    static func proposed(by link: HarvestedLink) -> String? { link.download.flatMap { $0.isEmpty ? nil : $0 } }

    /// The last segment of the path, decoded; nil for an opaque path and for a path that ends with a slash.
    static func inPath(of url: WebURL) -> String? {
        guard !url.hasOpaquePath else { return nil }
        let path = url.path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let last = path.utf8[path.utf8.index(after: slash)...]
        return last.isEmpty ? nil : String(decoding: PercentEncoding.decode(last), as: UTF8.self).streamSafe
    }

    /// Returns true if a name, in any case, ends with a dot and an extension, in lower case, and has something before
    /// them.
    static func has(_ fileExtension: String, _ name: String) -> Bool {
        name.utf8.count > fileExtension.utf8.count + 1 && name.lowercased().hasSuffix("." + fileExtension)
    }
}
