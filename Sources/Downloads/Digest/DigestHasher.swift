import CLibCrypto
package import DownloadQueue

/// The computation of a digest over bytes that come piece by piece, by the system's libcrypto.
///
/// It belongs to one caller at a time; whoever shares it guards it.
package final class DigestHasher: Sendable {
    /// The algorithm.
    package let algorithm: DigestAlgorithm
    // A C object that is bound to no thread; Swift cannot see that the callers take turns.
    nonisolated(unsafe) private let digest: OpaquePointer

    /// Starts a computation.
    ///
    /// - Parameter algorithm: The algorithm of the digest.
    /// - Throws: ``QueueFailure`` if libcrypto does not have it or has no memory.
    package init(_ algorithm: DigestAlgorithm = .sha256) throws {
        self.algorithm = algorithm
        let kind: leftoff_digest_kind =
            switch algorithm {
            case .md5: LEFTOFF_DIGEST_MD5
            case .sha1: LEFTOFF_DIGEST_SHA1
            case .sha256: LEFTOFF_DIGEST_SHA256
            case .sha512: LEFTOFF_DIGEST_SHA512
            }
        guard let digest = leftoff_digest_create(kind) else { throw Self.failure(algorithm) }
        self.digest = digest
    }

    deinit {
        leftoff_digest_destroy(digest)
    }

    /// Adds bytes.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func update(_ bytes: UnsafeRawBufferPointer) throws {
        guard leftoff_digest_update(digest, bytes.baseAddress, bytes.count) else { throw Self.failure(algorithm) }
    }

    /// Ends the computation.
    ///
    /// Nothing may be added afterwards.
    ///
    /// - Returns: The digest in lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func finish() throws -> String {
        var bytes = [UInt8](repeating: 0, count: LEFTOFF_DIGEST_LONGEST)
        let count = leftoff_digest_finish(digest, &bytes)
        guard count == algorithm.byteCount else { throw Self.failure(algorithm) }
        return Checksum.hexadecimal(bytes[..<count])
    }

    private static func failure(_ algorithm: DigestAlgorithm) -> QueueFailure {
        QueueFailure(.internal, "\(algorithm.displayName): libcrypto failed")
    }
}
