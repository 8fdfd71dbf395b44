import CLibCrypto
package import DownloadQueue

/// An incremental digest computation by the system's libcrypto.
///
/// Calls must not overlap: an owner that shares a hasher between threads must synchronize access.
package final class DigestHasher: Sendable {
    /// The algorithm of the digest.
    package let algorithm: DigestAlgorithm
    // Safe, since the pointer never changes, the C object is not bound to a thread, and owners keep calls from
    // overlapping (see the type).
    nonisolated(unsafe) private let digest: OpaquePointer

    /// Creates a hasher for an empty input.
    ///
    /// - Parameter algorithm: The algorithm of the digest.
    /// - Throws: ``QueueFailure`` if libcrypto does not support the algorithm or memory is exhausted.
    package init(_ algorithm: DigestAlgorithm = .sha256) throws {
        self.algorithm = algorithm
        let kind: leftoff_digest_kind =
            switch algorithm {
            case .md5: LEFTOFF_DIGEST_MD5
            case .sha1: LEFTOFF_DIGEST_SHA1
            case .sha256: LEFTOFF_DIGEST_SHA256
            case .sha512: LEFTOFF_DIGEST_SHA512
            }
        guard let digest = leftoff_digest_create(kind) else {
            throw QueueFailure(.internal, "\(algorithm.displayName): libcrypto cannot compute it", isLasting: true)
        }
        self.digest = digest
    }

    deinit {
        leftoff_digest_destroy(digest)
    }

    /// Adds bytes to the input.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func update(_ bytes: UnsafeRawBufferPointer) throws {
        guard leftoff_digest_update(digest, bytes.baseAddress, bytes.count) else { throw Self.failure(algorithm) }
    }

    /// Returns the digest of all bytes that were added.
    ///
    /// No method may be called afterwards.
    ///
    /// - Returns: The digest in lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func finish() throws -> String {
        var bytes = [UInt8](repeating: 0, count: LEFTOFF_DIGEST_LONGEST)
        let count = leftoff_digest_finish(digest, &bytes)
        guard count == algorithm.byteCount else { throw Self.failure(algorithm) }
        return Checksum.hexadecimal(Array(bytes.prefix(count)))
    }

    private static func failure(_ algorithm: DigestAlgorithm) -> QueueFailure {
        QueueFailure(.internal, "\(algorithm.displayName): libcrypto failed")
    }
}
