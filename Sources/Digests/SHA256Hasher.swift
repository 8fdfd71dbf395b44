import DownloadQueue

/// An incremental SHA-256 computation (FIPS 180-4).
///
/// ```swift
/// print(try SHA256Hasher.hexDigest(of: Array("abc".utf8)).prefix(8))  // ba7816bf
/// ```
package final class SHA256Hasher: Sendable {
    private let hasher: DigestHasher

    /// Creates a hasher for an empty input.
    ///
    /// - Throws: ``QueueFailure`` if libcrypto does not support SHA-256 or memory is exhausted.
    package init() throws {
        hasher = try DigestHasher(.sha256)
    }

    /// Returns the digest of bytes.
    ///
    /// - Parameter bytes: The complete message.
    /// - Returns: The digest in 64 lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure`` if libcrypto does not support SHA-256 or memory is exhausted.
    package static func hexDigest(of bytes: [UInt8]) throws -> String {
        let hasher = try SHA256Hasher()
        try bytes.withUnsafeBytes { try hasher.update($0) }
        return try hasher.finish()
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
