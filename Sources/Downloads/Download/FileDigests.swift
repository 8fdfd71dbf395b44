import DownloadQueue

/// The computed digests of a complete file; SHA-256 is always among them.
struct FileDigests: Sendable {
    /// The SHA-256 in lowercase hexadecimal digits.
    let sha256: String

    /// The digests of the other algorithms by which the file is checked.
    private let others: [DigestAlgorithm: String]

    /// Creates the digests of a file.
    init(sha256: String, others: [DigestAlgorithm: String] = [:]) {
        self.sha256 = sha256
        self.others = others
    }

    /// The digest of an algorithm; nil if it was not computed.
    subscript(algorithm: DigestAlgorithm) -> String? {
        algorithm == .sha256 ? sha256 : others[algorithm]
    }
}
