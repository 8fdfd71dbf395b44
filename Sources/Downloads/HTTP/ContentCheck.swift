import DownloadQueue
import Transfer

/// Compares what a response brings with the Content-Digest that it announces (RFC 9530, section 2).
///
/// It is for parts: the digest of a whole is compared when the file is complete.
struct ContentCheck {
    private let wanted: Checksum
    private let hasher: DigestHasher

    /// Makes the check of a response; nil when its head announces no digest that can be computed.
    init?(_ head: ResponseHead) throws {
        guard let wanted = DigestFields.contentChecksum(head) else { return nil }
        self.wanted = wanted
        hasher = try DigestHasher(wanted.algorithm)
    }

    /// Takes in the next bytes.
    func update(_ bytes: UnsafeRawBufferPointer) throws { try hasher.update(bytes) }

    /// Tells, at the end of the response and only once, whether it was what it announced.
    func isRight() throws -> Bool { try hasher.finish() == wanted.digest }
}
