import Digests
import DownloadQueue
import Glibc

/// The computed digests of a complete file; SHA-256 is always among them.
struct FileDigests: Sendable {
    /// The SHA-256 in lowercase hexadecimal digits.
    let sha256: String

    /// The digests of the other algorithms by which the file is checked.
    private let others: [DigestAlgorithm: String]

    /// Returns the SHA-256 of a regular file in lowercase hexadecimal digits; nil if it cannot be read.
    static func sha256(ofFileAt path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0, let hasher = try? DigestHasher(.sha256) else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return count == 0 ? try? hasher.finish() : nil }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                guard (try? hasher.update(bytes)) != nil else { return nil }
            }
        }
    }

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
