import Digests
import DownloadQueue
import Transfer
import WHATWGURL

/// A download whose bytes have all been received, but whose file does not have its final name yet.
struct FinishedDownload: Sendable {
    /// The location of the bytes.
    enum Body: Sendable {
        /// The bytes are in memory. The file has no name yet; the response's head may determine it.
        case memory([UInt8], head: ResponseHead, share: MemoryBudget.Share?)
        /// The bytes are in the part file.
        case part(PartFile)
    }

    /// The part file and its record.
    let partial: PartialDownload

    /// The location of the bytes.
    var body: Body

    /// The location of the file that will be renamed; nil while its bytes are only in memory.
    var location: PartLocation?

    /// The version and size of the file.
    var content: PartialContent

    /// The computed digests.
    let digests: FileDigests

    /// Creates a finished download of a body in memory, and computes its digests.
    init(partial: PartialDownload, memory: DownloadSink.Memory) throws {
        self.partial = partial
        body = .memory(memory.bytes, head: memory.head, share: memory.share)
        content = memory.content
        content.durableBytes = Int64(memory.bytes.count)
        content.total = content.durableBytes
        func digest(_ algorithm: DigestAlgorithm) throws -> String {
            let hasher = try DigestHasher(algorithm)
            try memory.bytes.withUnsafeBytes { try hasher.update($0) }
            return try hasher.finish()
        }
        var others: [DigestAlgorithm: String] = [:]
        for algorithm in [partial.item.checksum?.algorithm, content.digest?.algorithm] {
            guard let algorithm, algorithm != .sha256, others[algorithm] == nil else { continue }
            others[algorithm] = try digest(algorithm)
        }
        digests = FileDigests(sha256: try digest(.sha256), others: others)
    }

    /// Creates a finished download of a part file.
    init(partial: PartialDownload, body: Body, content: PartialContent, digests: FileDigests) {
        self.partial = partial
        self.body = body
        self.content = content
        location = partial.partLocation
        self.digests = digests
    }

    /// The number of bytes that the body occupies in memory.
    var memoryBytes: Int64 {
        if case .memory(let bytes, _, _) = body { Int64(bytes.count) } else { 0 }
    }

    /// The SHA-256 of the complete file.
    var sha256: String { digests.sha256 }

    /// The failure if a digest differs from the user's or the server's; nil if none differs.
    var mismatch: QueueFailure? {
        mismatch(with: partial.item.checksum, relation: "not")
            ?? mismatch(with: content.digest, relation: "the server announced")
    }

    /// Returns the failure if the computed digest differs from an expected one.
    ///
    /// - Parameters:
    ///   - expected: The digest of the user or the server; nil if there is none.
    ///   - relation: The words between the computed digest and the expected one in the message.
    /// - Returns: The failure; nil if the digests do not differ.
    private func mismatch(with expected: Checksum?, relation: String) -> QueueFailure? {
        guard let expected, let found = digests[expected.algorithm], found != expected.digest else { return nil }
        return QueueFailure(
            .checksum,
            "\(partial.item.url.href): \(expected.algorithm.displayName) is \(found), \(relation) \(expected.digest)",
            isLasting: true)
    }
}
