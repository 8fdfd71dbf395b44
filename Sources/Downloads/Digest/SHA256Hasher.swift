import DownloadQueue

/// A SHA-256 computation over bytes that come piece by piece (FIPS 180-4).
package final class SHA256Hasher: Sendable {
    private let hasher: DigestHasher

    /// Starts a computation.
    ///
    /// - Throws: ``QueueFailure`` if libcrypto has no SHA-256 or no memory.
    package init() throws {
        hasher = try DigestHasher(.sha256)
    }

    /// Adds bytes.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func update(_ bytes: UnsafeRawBufferPointer) throws { try hasher.update(bytes) }

    /// Ends the computation.
    ///
    /// Nothing may be added afterwards.
    ///
    /// - Returns: The digest in 64 lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func finish() throws -> String { try hasher.finish() }
}
