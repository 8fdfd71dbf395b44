import HTTPSyntax
import Numbers

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
        guard let etag, EntityTag.isStrong(etag) else { return nil }
        return etag
    }

    /// The value for If-Range: a strong entity tag, otherwise the date (RFC 9110, section 13.1.5).
    package var validator: String? { strongETag ?? (etag == nil ? lastModified : nil) }

    /// True if a range request can continue the download.
    package var isResumable: Bool { durableBytes > 0 && validator != nil }
}
