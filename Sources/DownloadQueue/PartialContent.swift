/// What is on disk of a download, and which version of the resource it belongs to.
///
/// All of it is about one version (one generation) of the resource. Bytes of two versions never meet in one file.
package struct PartialContent: Sendable, Hashable {
    /// How many bytes are on disk for certain: from the start, unless there are ``segments``.
    package var durableBytes: Int64

    /// The size of the whole; nil while it is not known.
    package var total: Int64?

    /// The entity tag as the server sent it, weak ones included; nil without one.
    package var etag: String?

    /// The Last-Modified date as the server sent it, if it may serve as a strong validator (RFC 9110, section 8.8.2.2).
    package var lastModified: String?

    /// The length of the pieces in which the file is downloaded; nil when it comes in one.
    package var pieceBytes: Int64?

    /// What is on disk of a file that comes in pieces, in order; empty for one that comes from the start on.
    package var segments: [PartSegment] = []

    /// The digest that the server announced for the whole; nil without one.
    package var digest: Checksum?

    /// When the resource was last changed, in seconds since 1970, for the file's own date; nil when nobody said.
    package var modified: Int64?

    /// The address that answered, after all redirects.
    package var finalAddress: String?

    /// The boot of the machine in which the file is written; nil when bytes beyond the durable ones are not to be trusted.
    ///
    /// A killed process loses no byte that it has written, only a power cut does. So in the same boot the file itself
    /// tells how much of it is there.
    package var boot: String?

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - durableBytes: How many bytes from the start are on disk for certain.
    ///   - total: The size of the whole, if known.
    ///   - etag: The entity tag as sent.
    ///   - lastModified: The Last-Modified date, if it is a strong validator.
    package init(durableBytes: Int64 = 0, total: Int64? = nil, etag: String? = nil, lastModified: String? = nil) {
        self.durableBytes = durableBytes
        self.total = total
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Nothing on disk, nothing known.
    package static let nothing = PartialContent()

    /// The entity tag, if it is a strong one.
    package var strongETag: String? {
        guard let etag, EntityTag.isStrong(etag) else { return nil }
        return etag
    }

    /// What If-Range may carry: a strong entity tag, else the date (RFC 9110, section 13.1.5).
    package var validator: String? { strongETag ?? (etag == nil ? lastModified : nil) }

    /// True when a transfer can go on from what is there.
    package var isResumable: Bool { durableBytes > 0 && validator != nil }
}
