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
