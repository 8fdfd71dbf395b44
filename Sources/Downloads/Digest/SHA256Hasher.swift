import DownloadQueue

/// An incremental SHA-256 computation (FIPS 180-4).
package final class SHA256Hasher: Sendable {
    private let hasher: DigestHasher

    /// Creates a hasher for an empty input.
    ///
    /// - Throws: ``QueueFailure`` if libcrypto does not support SHA-256 or memory is exhausted.
    package init() throws {
        hasher = try DigestHasher(.sha256)
    }

    /// Adds bytes to the input.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func update(_ bytes: UnsafeRawBufferPointer) throws { try hasher.update(bytes) }

    /// Returns the digest of all bytes that were added.
    ///
    /// No method may be called afterwards.
    ///
    /// - Returns: The digest in 64 lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func finish() throws -> String { try hasher.finish() }
}
