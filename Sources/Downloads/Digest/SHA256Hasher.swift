import CLibCrypto

/// A SHA-256 computation over bytes that come piece by piece (FIPS 180-4), by the system's libcrypto.
///
/// It belongs to one caller at a time; whoever shares it guards it. It wraps a C object that is not bound to a thread, and
/// Swift cannot see that the callers take turns: hence the unchecked conformance.
package final class SHA256Hasher: @unchecked Sendable {
    private let hash: OpaquePointer

    /// Starts a computation.
    ///
    /// - Throws: ``QueueFailure`` if libcrypto has no SHA-256 or no memory.
    package init() throws {
        guard let hash = leftoff_sha256_create() else { throw Self.failure }
        self.hash = hash
    }

    deinit {
        leftoff_sha256_destroy(hash)
    }

    /// Adds bytes.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func update(_ bytes: UnsafeRawBufferPointer) throws {
        guard leftoff_sha256_update(hash, bytes.baseAddress, bytes.count) else { throw Self.failure }
    }

    /// Ends the computation.
    ///
    /// Nothing may be added afterwards.
    ///
    /// - Returns: The digest in 64 lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure`` if libcrypto fails.
    package func finish() throws -> String {
        var digest = [UInt8](repeating: 0, count: LEFTOFF_SHA256_LENGTH)
        guard leftoff_sha256_finish(hash, &digest) else { throw Self.failure }
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let failure = QueueFailure(.internal, "SHA-256: libcrypto failed")
}
