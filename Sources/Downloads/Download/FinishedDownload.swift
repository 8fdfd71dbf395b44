import DownloadQueue
import Transfer
import WHATWGURL

/// A download of which all bytes are there, on its way to its final name.
struct FinishedDownload: Sendable {
    /// Where the bytes are.
    enum Body: Sendable {
        /// In memory; the file has no name yet, and the response's head may give it one.
        case memory([UInt8], head: ResponseHead, share: MemoryBudget.Share?)
        /// In the part file.
        case part(PartFile)
    }

    /// The place on disk and the record.
    let site: PartialDownload

    /// Where the bytes are.
    var body: Body

    /// What is known of them.
    var content: PartialContent

    /// The digest of each algorithm that was computed; SHA-256 is among them.
    var digests: [DigestAlgorithm: String]

    /// Makes a finished download of a body in memory.
    init(site: PartialDownload, memory: DownloadSink.Memory) throws {
        self.site = site
        body = .memory(memory.bytes, head: memory.head, share: memory.share)
        content = memory.content
        content.durableBytes = Int64(memory.bytes.count)
        content.total = content.durableBytes
        digests = [:]
        let wanted: [DigestAlgorithm?] = [.sha256, site.item.checksum?.algorithm, content.digest?.algorithm]
        for algorithm in wanted {
            guard let algorithm, digests[algorithm] == nil else { continue }
            let hasher = try DigestHasher(algorithm)
            try memory.bytes.withUnsafeBytes { try hasher.update($0) }
            digests[algorithm] = try hasher.finish()
        }
    }

    /// Makes a finished download of a part file.
    init(site: PartialDownload, body: Body, content: PartialContent, digests: [DigestAlgorithm: String]) {
        self.site = site
        self.body = body
        self.content = content
        self.digests = digests
    }

    /// The SHA-256 of the whole.
    var sha256: String { digests[.sha256] ?? "" }

    /// Which of the digests that the file must have it does not have: what a person asked for, then what the server said.
    ///
    /// - Returns: The failure; nil when all are right.
    var mismatch: QueueFailure? {
        for (wanted, source) in [(site.item.checksum, "not"), (content.digest, "the server announced")] {
            guard let wanted, let found = digests[wanted.algorithm], found != wanted.digest else { continue }
            return QueueFailure(
                .checksum,
                "\(site.item.url.href): \(wanted.algorithm.displayName) is \(found), \(source) \(wanted.digest)",
                isLasting: true)
        }
        return nil
    }
}
