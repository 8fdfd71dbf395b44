import Digests
import DownloadQueue
import Transfer

/// A check of a partial body against the Content-Digest of its response (RFC 9530, section 2).
///
/// The digest of the whole file is checked separately, when the file is complete.
struct ContentCheck {
    private let wanted: Checksum
    private let hasher: DigestHasher

    /// Creates the check for a response; nil if its head announces no digest of a supported algorithm.
    init?(_ head: ResponseHead) throws {
        guard let wanted = DigestFields.contentChecksum(head) else { return nil }
        self.wanted = wanted
        hasher = try DigestHasher(wanted.algorithm)
    }

    /// Adds the next bytes of the body.
    func update(_ bytes: UnsafeRawBufferPointer) throws { try hasher.update(bytes) }

    /// Returns true if the body has the announced digest; must be called once, at the end of the response.
    func matches() throws -> Bool { try hasher.finish() == wanted.digest }
}
