/// An algorithm by which a file can be checked.
package enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// MD5 (RFC 1321), good against accidents only.
    case md5
    /// SHA-1 (FIPS 180-4), good against accidents only.
    case sha1
    /// SHA-256 (FIPS 180-4).
    case sha256
    /// SHA-512 (FIPS 180-4).
    case sha512

    /// The length of its digests in bytes.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Its usual spelling, for people.
    package var displayName: String {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA-1"
        case .sha256: "SHA-256"
        case .sha512: "SHA-512"
        }
    }

    /// Its spelling in aria2's lists and in Metalink: the hash function's textual name in IANA's registry.
    package var listName: String { displayName.lowercased() }

    /// Reads a name as command lines, header fields (RFC 3230, RFC 9530) and Metalink (RFC 5854) spell it.
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
