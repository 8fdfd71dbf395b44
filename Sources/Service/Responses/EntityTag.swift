import HTTPTypes
import Hummingbird
import NIOCore
import Snapshots

/// A strong entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag as header fields have it, with its quotation marks.
    let text: String

    /// A tag as a header field has it.
    init(text: String) {
        self.text = text
    }

    /// The tag of a place: it changes with every change of the place.
    init(_ place: StoredSnapshot) {
        text = "\"\(place.id).\(place.version)\""
    }

    /// The tag of an answer's bytes.
    ///
    /// It is FNV-1a of 64 bits over words: it has to tell versions of our own answers apart, nobody else's.
    init(of body: ByteBuffer) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(body.readableBytes)
        body.withUnsafeReadableBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x100_0000_01b3
                // The multiplication alone never carries high bits down.
                hash ^= hash >> 29
                index += 8
            }
            while index < bytes.count {
                hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
                index += 1
            }
        }
        text = "\"\(String(hash, radix: 16))\""
    }

    /// Whether a field that lists tags has this one.
    ///
    /// - Parameters:
    ///   - field: The value of If-Match or If-None-Match.
    ///   - isWeak: Whether a weak tag counts too, as it does in If-None-Match (RFC 9110, section 13.1.2).
    /// - Returns: Whether it has, or is `*`.
    func isListed(in field: String, comparesWeakly isWeak: Bool) -> Bool {
        field.split(separator: ",").contains { part in
            let tag = part.trimmingPrefix { $0 == " " || $0 == "\t" }
            let bare = tag.last == " " ? tag.prefix { $0 != " " } : tag
            return bare == "*" || bare == text || isWeak && bare == "W/\(text)"
        }
    }
}

extension Request {
    /// Whether If-Match allows a change of what has this tag.
    ///
    /// - Parameter tag: The tag of what is there.
    /// - Throws: `Problem` (412) if it does not.
    func expectMatch(of tag: EntityTag) throws {
        guard let field = headers[.ifMatch], !tag.isListed(in: field, comparesWeakly: false) else { return }
        throw Problem(.preconditionFailed, "it has changed meanwhile: read it again")
    }
}
