import DownloadLists
import DownloadQueue
import FoundationEssentials
import Synchronization
import Transfer
import WHATWGURL

/// Tells of a file where it came from, in the file's extended attribute or in a file beside it.
struct DownloadReceipt: Codable, Sendable, Equatable {
    /// The extended attribute's name.
    static let attribute = "user.leftoff"

    /// What a file's receipt is called after the file's name.
    static let suffix = ".leftoff-receipt.json"

    /// The address that was asked for, without credentials.
    var url: String
    /// The address that answered, after redirects.
    var finalURL: String?
    /// The SHA-256 of the file.
    var sha256: String
    /// The size in bytes.
    var size: Int64
    /// The entity tag.
    var etag: String?
    /// When the resource was last changed, in RFC 3339.
    var lastModified: String?
    /// Which digests were compared, besides: `sha512=HEX`, from a person or from the server.
    var verified: [String]
    /// When the download was complete, in RFC 3339.
    var completedAt: String

    private init(_ download: FinishedDownload, at now: Date) {
        let item = download.site.item
        url = item.url.withoutCredentials().href
        finalURL = download.content.finalAddress
        sha256 = download.sha256
        size = download.content.durableBytes
        etag = download.content.etag
        lastModified = download.content.modified.map { Self.text(Date(timeIntervalSince1970: Double($0))) }
        verified = [item.checksum, download.content.digest].compactMap { $0?.description }
        completedAt = Self.text(now)
    }

    /// Attaches the receipt to a part file, if it is wanted there.
    ///
    /// - Throws: Nothing for a file system without extended attributes; ``putBeside(_:name:at:)`` sees to that.
    static func attach(_ download: FinishedDownload, to file: PartFile) throws {
        guard download.site.options.receipt == .attribute else { return }
        let bytes = try DownloadReceipt(download, at: download.site.journal.now).json(isPretty: false)
        download.site.state.withLock { $0.hasReceipt = file.setAttribute(attribute, bytes) }
    }

    /// Writes the receipt beside a file that has its final name, if it is wanted there.
    ///
    /// - Parameters:
    ///   - download: The download.
    ///   - name: The file's name.
    ///   - now: The time.
    /// - Throws: ``QueueFailure``.
    static func putBeside(_ download: FinishedDownload, name: String, at now: Date) throws {
        let site = download.site
        switch site.options.receipt {
        case .none: return
        case .attribute: if site.state.withLock(\.hasReceipt) { return }
        case .sidecar: break
        }
        let bytes = try DownloadReceipt(download, at: now).json(isPretty: true)
        // With the file that is replaced goes its receipt.
        if site.options.overwrites, case .file = try site.directory.entry(name + suffix) {
            try site.directory.unlink(name + suffix)
        }
        // What else is there is somebody's, or of a file of this name that was moved away.
        for number in 0..<PartialDownload.numberLimit {
            let receipt = FileName.numbered(name + suffix, number)
            guard let file = try site.directory.createFile(receipt, bytes) else { continue }
            if site.options.durability == .full { try file.syncData() }
            return
        }
        throw site.tooManyNames(name + suffix)
    }

    private func json(isPretty: Bool) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isPretty ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
