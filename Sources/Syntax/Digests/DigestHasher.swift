import CLibCrypto

/// An incremental digest computation by the system's libcrypto.
///
/// ```swift
/// print(try DigestHasher.hexDigest(of: Array("abc".utf8)).prefix(8))  // ba7816bf
/// ```
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
    /// - Throws: ``DigestError`` if libcrypto does not support the algorithm or memory is exhausted.
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
            throw DigestError(algorithm: algorithm, isUnsupported: true)
        }
        self.digest = digest
    }

    deinit {
        leftoff_digest_destroy(digest)
    }

    /// Returns the SHA-256 digest of bytes.
    ///
    /// - Parameter bytes: The complete message.
    /// - Returns: The digest in lowercase hexadecimal digits.
    /// - Throws: ``DigestError`` if libcrypto is missing or memory is exhausted.
    package static func hexDigest(of bytes: [UInt8]) throws -> String {
        let hasher = try DigestHasher(.sha256)
        try bytes.withUnsafeBytes { try hasher.update($0) }
        return try hasher.finish()
    }

    /// Adds bytes to the input.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    /// - Throws: ``DigestError`` if libcrypto fails.
    package func update(_ bytes: UnsafeRawBufferPointer) throws {
        guard leftoff_digest_update(digest, bytes.baseAddress, bytes.count) else {
            throw DigestError(algorithm: algorithm, isUnsupported: false)
        }
    }

    /// Returns the digest of all bytes that were added.
    ///
    /// No method may be called afterwards.
    ///
    /// - Returns: The digest in lowercase hexadecimal digits.
    /// - Throws: ``DigestError`` if libcrypto fails.
    package func finish() throws -> String {
        var bytes = [UInt8](repeating: 0, count: LEFTOFF_DIGEST_LONGEST)
        let count = leftoff_digest_finish(digest, &bytes)
        guard count == algorithm.byteCount else { throw DigestError(algorithm: algorithm, isUnsupported: false) }
        return Self.hexadecimal(Array(bytes.prefix(count)))
    }

    /// Returns bytes as lowercase hexadecimal digits.
    ///
    /// The function is not generic: another module would call it without specialization, which costs 25 µs a digest.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
            for (index, byte) in bytes.enumerated() {
                digits[2 * index] = hexadecimalDigit(byte >> 4)
                digits[2 * index + 1] = hexadecimalDigit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// A digest that libcrypto could not compute.
package struct DigestError: Error, CustomStringConvertible {
    /// The algorithm of the digest.
    let algorithm: DigestAlgorithm
    /// True if libcrypto does not support the algorithm or memory is exhausted; false if it failed later.
    package let isUnsupported: Bool

    package var description: String {
        "\(algorithm.displayName): libcrypto \(isUnsupported ? "cannot compute it" : "failed")"
    }
}

/// An algorithm that computes the digest of a file.
package enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// MD5 (RFC 1321), which detects only accidental changes.
    case md5
    /// SHA-1 (FIPS 180-4), which detects only accidental changes.
    case sha1
    /// SHA-256 (FIPS 180-4).
    case sha256
    /// SHA-512 (FIPS 180-4).
    case sha512

    /// The length of a digest in bytes.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// The usual spelling, for messages.
    package var displayName: String {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA-1"
        case .sha256: "SHA-256"
        case .sha512: "SHA-512"
        }
    }

    /// The spelling in aria2's lists and in Metalink: the textual name in IANA's registry of hash functions.
    package var listName: String { displayName.lowercased() }

    /// Parses a name as it is spelled on command lines, in header fields (RFC 3230, RFC 9530) and in Metalink (RFC
    /// 5854).
    ///
    /// - Parameter name: The name in any case, with or without a hyphen; `SHA` alone is SHA-1.
    package init?(named name: some StringProtocol) {
        switch name.lowercased() {
        case "md5": self = .md5
        case "sha", "sha1", "sha-1": self = .sha1
        case "sha256", "sha-256": self = .sha256
        case "sha512", "sha-512": self = .sha512
        default: return nil
        }
    }
}
