import Foundation
import Syntax

/// The bytes of a download that are on disk, and the version of the resource that they come from.
///
/// All properties describe one version of the resource. Bytes of two versions are never combined in one file.
package struct PartialContent: Sendable, Hashable {
    /// The number of durable bytes.
    ///
    /// They are contiguous from the start unless there are ``segments``.
    package var durableBytes: Int64

    /// The size of the complete file; nil while it is unknown.
    package var total: Int64?

    /// The entity tag as the server sent it, weak ones included; nil without one.
    package var etag: String?

    /// The Last-Modified date as the server sent it, if it may serve as a strong validator (RFC 9110, section 8.8.2.2).
    package var lastModified: String?

    /// The length of the pieces in which the file is downloaded; nil for a file in a single piece.
    package var pieceBytes: Int64?

    /// The ranges on disk of a file in several pieces, in order; empty for a file in a single piece.
    package var segments: [PartSegment] = []

    /// The digest of the complete file that the server announced; nil without one.
    package var digest: Checksum?

    /// The Last-Modified date in seconds since 1970, which becomes the file's date; nil when the server sent none.
    package var modified: Int64?

    /// The URL of the response, after all redirects.
    package var finalAddress: String?

    /// True if the server declared the file to be an HTML page.
    package var isPage = false

    /// An identifier of the boot of the machine during which the file is written; nil if only durable bytes can be
    /// trusted.
    ///
    /// Only a power failure loses bytes that have been written; killing a process does not. During the same boot, the
    /// length of the file therefore shows how much of it is complete.
    package var boot: String?

    /// A random identifier of the part file, which is in the work directory of the machine that writes it; nil for a
    /// part file in the destination.
    ///
    /// Another machine, or another work directory, has no file with this identifier, so that bytes of two part files
    /// are never combined. It consists of sixteen hexadecimal digits, because it is a part of file names.
    package var partToken: String?

    /// Creates a record of bytes that are contiguous from the start.
    package init(durableBytes: Int64 = 0, total: Int64? = nil, etag: String? = nil, lastModified: String? = nil) {
        self.durableBytes = durableBytes
        self.total = total
        self.etag = etag
        self.lastModified = lastModified
    }

    /// True if the numbers are in the ranges of `ByteCount` and do not contradict each other.
    ///
    /// A store replaces a record of bytes that is not consistent by ``nothing``, and the download starts over.
    package var isConsistent: Bool {
        let range = ByteCount.range
        guard range.contains(durableBytes), range.contains(total ?? durableBytes), durableBytes <= total ?? durableBytes
        else { return false }
        guard let pieceBytes else { return segments.isEmpty }
        guard let total, pieceBytes > 0, range.contains(pieceBytes) else { return false }
        var end: Int64 = 0
        var count: Int64 = 0
        for segment in segments {
            guard end <= segment.start, segment.start <= segment.durable, segment.durable <= segment.end,
                segment.end <= total
            else { return false }
            end = segment.end
            count += segment.durable - segment.start
        }
        return count == durableBytes
    }

    /// No bytes, and no known version.
    package static let nothing = PartialContent()

    /// The entity tag, if it is strong.
    package var strongETag: String? {
        guard let etag, HeaderField.isStrongEntityTag(etag) else { return nil }
        return etag
    }

    /// The value for If-Range: a strong entity tag, otherwise the date (RFC 9110, section 13.1.5).
    package var validator: String? { strongETag ?? (etag == nil ? lastModified : nil) }

    /// True if a range request can continue the download.
    var isResumable: Bool { durableBytes > 0 && validator != nil }
}

/// A range of a file that is downloaded in pieces, and the part of the range that is on disk.
package struct PartSegment: Sendable, Hashable {
    /// The offset of the first byte.
    package var start: Int64

    /// The end of the durable bytes, which start at ``start``; exclusive.
    package var durable: Int64

    /// The end of the range; exclusive.
    package var end: Int64

    /// Creates a segment.
    package init(start: Int64, durable: Int64, end: Int64) {
        self.start = start
        self.durable = durable
        self.end = end
    }
}

extension PartialContent {
    /// All properties except the first four, as a store keeps them in one JSON text with short keys.
    private struct State: Decodable {
        var piece: Int64?
        var segments: [[Int64]]?
        var digest: String?
        var modified: Int64?
        var address: String?
        var boot: String?
        var part: String?
        var page: Bool?
    }

    /// The pieces, digest, dates, URL and identifiers as one JSON text for the store; nil when there are none.
    ///
    /// Setting a text that is not such JSON has no effect; the download may then have to start over.
    package var state: String? {
        get {
            guard
                pieceBytes != nil || !segments.isEmpty || digest != nil || modified != nil || finalAddress != nil
                    || boot != nil || partToken != nil || isPage
            else { return nil }
            // Encoded by hand: it is written several times for each small file, and an encoder would cost more than
            // everything else.
            var members: [String] = []
            if let pieceBytes { members.append("\"piece\":\(pieceBytes)") }
            if !segments.isEmpty {
                let parts = segments.map { "[\($0.start),\($0.durable),\($0.end)]" }
                members.append("\"segments\":[\(parts.joined(separator: ","))]")
            }
            if let digest { members.append("\"digest\":\"\(digest)\"") }
            if let modified { members.append("\"modified\":\(modified)") }
            // Neither a serialized URL nor a boot identifier contains a quotation mark, a backslash or a control
            // character.
            if let finalAddress, Self.isPlain(finalAddress) { members.append("\"address\":\"\(finalAddress)\"") }
            if let boot, Self.isPlain(boot) { members.append("\"boot\":\"\(boot)\"") }
            if let partToken, Self.isToken(partToken) { members.append("\"part\":\"\(partToken)\"") }
            if isPage { members.append("\"page\":true") }
            return "{\(members.joined(separator: ","))}"
        }
        set {
            guard let newValue, let state = try? JSONText.decode(State.self, from: newValue.utf8) else {
                return
            }
            pieceBytes = state.piece
            segments = (state.segments ?? []).filter { $0.count == 3 }
                .map { PartSegment(start: $0[0], durable: $0[1], end: $0[2]) }
            digest = state.digest.flatMap { try? Checksum($0) }
            modified = state.modified?.clamped(to: Self.dates)
            finalAddress = state.address
            boot = state.boot
            isPage = state.page ?? false
            partToken = state.part.flatMap { Self.isToken($0) ? $0 : nil }
        }
    }

    /// The dates that RFC 3339 can represent, in seconds since 1970.
    private static let dates: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Returns true for sixteen hexadecimal digits in lower case, which are safe in a file name.
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy(Checksum.isHexadecimalDigit)
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
