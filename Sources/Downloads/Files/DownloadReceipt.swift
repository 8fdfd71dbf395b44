import DownloadQueue
import Fetching
import FileFormats
import FoundationEssentials
import Synchronization
import Syntax
import WHATWGURL

/// The record of a file's origin, stored in an extended attribute or in a file beside it.
struct DownloadReceipt: Codable, Sendable, Equatable {
    /// The extended attribute's name.
    private static let attribute = "user.leftoff"

    /// The suffix of the receipt's file name.
    static let suffix = ".leftoff-receipt.json"

    /// The requested URL, without credentials.
    var url: String
    /// The URL of the response, after redirects.
    var finalURL: String?
    /// The SHA-256 of the file.
    var sha256: String
    /// The size in bytes.
    var size: Int64
    /// The entity tag.
    var etag: String?
    /// The Last-Modified date, in RFC 3339 format.
    var lastModified: String?
    /// The verified digests, which came from the user or the server, as `sha512=HEX`.
    var verified: [String]
    /// The time at which the download was complete, in RFC 3339 format.
    var completedAt: String

    private init(_ download: FinishedDownload, at now: Date) {
        let item = download.partial.item
        url = item.url.withoutCredentials().href
        finalURL = download.content.finalAddress
        sha256 = download.sha256
        size = download.content.durableBytes
        etag = download.content.etag
        lastModified = download.content.modified.map { Self.text(Date(timeIntervalSince1970: Double($0))) }
        verified = [item.checksum, download.content.digest].compactMap { $0?.description }
        completedAt = Self.text(now)
    }

    /// Attaches the receipt to a file as an extended attribute, if the options request that.
    ///
    /// - Parameters:
    ///   - download: A download whose bytes have all been received.
    ///   - file: Its part file.
    /// - Returns: True if the receipt is attached; false also for a file system without extended attributes.
    /// - Throws: An error of encoding the receipt.
    static func attach(_ download: FinishedDownload, to file: PartFile) throws -> Bool {
        guard download.partial.options.receipt == .attribute else { return false }
        let bytes = try DownloadReceipt(download, at: download.partial.journal.now).json(isPretty: false)
        return file.setAttribute(attribute, bytes)
    }

    /// Writes the receipt to a file beside the downloaded one, which has its final name, unless the options request
    /// none.
    ///
    /// - Parameters:
    ///   - download: The download, to which no receipt is attached.
    ///   - name: The file's name.
    ///   - now: The current time.
    /// - Throws: ``QueueFailure``.
    static func writeBeside(_ download: FinishedDownload, name: String, at now: Date) throws {
        let partial = download.partial
        if partial.options.receipt == .none { return }
        let bytes = try DownloadReceipt(download, at: now).json(isPretty: true)
        // The receipt of a replaced file is deleted with it.
        if partial.options.overwrites, case .file = try partial.directory.entry(name + suffix) {
            try partial.directory.unlink(name + suffix)
        }
        // Any other file of that name belongs to another program, or to a file that was moved away.
        for number in 0..<PartialDownload.numberLimit {
            let receipt = FileName.numbered(name + suffix, number)
            guard let file = try partial.directory.createFile(receipt, bytes) else { continue }
            if partial.options.durability == .full { try file.syncData() }
            return
        }
        throw partial.namesExhaustedFailure(name + suffix)
    }

    private func json(isPretty: Bool) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isPretty ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    private static func text(_ date: Date) -> String { RFC3339.string(date, includesMilliseconds: false) }
}
