/// A reader of the documents in a web archive.
final class ArchiveReader: DocumentReader, WARCHandler {
    private let makeHarvest: (WARCRecord, ArchivePosition) -> DocumentHarvest
    private let notify: (HarvestNotice) -> Void
    private let offset: Int
    private lazy var reader = WARCReader(source: summary.archive, offset: offset, handler: self)
    private var harvest: DocumentHarvest?
    private var summary: ArchiveSummary
    private var documentCount = 0
    /// The record of the current document; nil between documents.
    private var record: WARCRecord?
    /// True if a problem of the current document was reported.
    private var hasFailed = false
    /// The error of the receiver of the links, which ends the reading.
    private var failure: (any Error)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - archive: The name of the archive.
    ///   - offset: The offset in the archive of the first byte that is received.
    ///   - notify: Receives damaged records, and the counts of the archive at its end.
    ///   - makeHarvest: Starts the harvest of a record's document.
    init(
        archive: String, offset: Int, notify: @escaping (HarvestNotice) -> Void,
        makeHarvest: @escaping (WARCRecord, ArchivePosition) -> DocumentHarvest
    ) {
        self.offset = offset
        self.notify = notify
        self.makeHarvest = makeHarvest
        summary = ArchiveSummary(archive: archive)
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        summary.bytes += part.count
        reader.push(part)
        if let failure { throw failure }
    }

    func finish() throws {
        reader.finish()
        if let failure { throw failure }
        summary.records = reader.recordCount
        summary.responses = reader.responseCount
        summary.isTruncated = reader.isTruncated
        notify(.archive(summary))
    }

    /// Counts links that were found in the current document.
    func count(links: Int) { summary.links += links }

    /// Reports a problem of the current document, of which only the first one counts.
    func fail(_ reason: String) {
        guard let record else { return }
        damaged(
            DamagedRecord(
                archive: summary.archive, offset: record.byte, targetURI: record.targetURI, reason: reason))
    }

    // MARK: WARCHandler

    func recordBegan(_ record: WARCRecord) {
        self.record = record
        hasFailed = false
        harvest = makeHarvest(
            record, ArchivePosition(archive: summary.archive, index: documentCount, offset: record.byte))
        documentCount += 1
    }

    func body(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let harvest else { return }
        do { try harvest.receive(bytes) } catch { end(error) }
    }

    func recordEnded() {
        if let harvest {
            do {
                try harvest.finish()
                summary.pages += 1
            } catch { end(error) }
        }
        harvest = nil
        record = nil
    }

    func damaged(_ record: DamagedRecord) {
        if self.record != nil {
            guard !hasFailed else { return }
            hasFailed = true
        }
        summary.failedRecords += 1
        notify(.damagedRecord(record))
    }

    /// Ends a document after an error.
    ///
    /// An error of a document ends only that document, any other error the whole archive.
    private func end(_ error: any Error) {
        harvest = nil
        switch error {
        // Archives also contain pictures and scripts, in which no links are searched for.
        case LinkHarvestError.notADocument, LinkHarvestError.noElements: break
        case LinkHarvestError.unreadable(_, let underlying):
            summary.pages += 1
            fail("\(underlying)")
        case let error as LinkHarvestError:
            summary.pages += 1
            fail("\(error)")
        default: failure = failure ?? error
        }
    }
}

/// The counts of one web archive, from which a scheduler judges whether it was read completely.
package struct ArchiveSummary: Sendable, Hashable {
    /// The name of the archive.
    package var archive: String
    /// The number of records with a valid header, of any type.
    package var records = 0
    /// The number of `response` records among them.
    package var responses = 0
    /// The number of documents in which links were searched for.
    package var pages = 0
    /// The number of links in these documents.
    package var links = 0
    /// The number of records that could not be read completely.
    package var failedRecords = 0
    /// True if the archive ends within a record.
    package var isTruncated = false
    /// True if reading failed before the end of the archive, for example because a connection was lost.
    package var hasFailed = false
    /// The number of bytes read, as they are stored.
    package var bytes = 0

    /// Creates the summary of an archive of which nothing has been read.
    package init(archive: String) { self.archive = archive }

    /// True if the archive contains no record, but other data.
    package var isUnreadable: Bool { records == 0 && failedRecords > 0 }

    /// Returns the counts of two archives together.
    package static func + (first: ArchiveSummary, second: ArchiveSummary) -> ArchiveSummary {
        var sum = first
        sum.records += second.records
        sum.responses += second.responses
        sum.pages += second.pages
        sum.links += second.links
        sum.failedRecords += second.failedRecords
        sum.isTruncated = first.isTruncated || second.isTruncated
        sum.hasFailed = first.hasFailed || second.hasFailed
        sum.bytes += second.bytes
        return sum
    }
}

/// A record of a web archive that could not be read completely.
package struct DamagedRecord: Sendable, Hashable, CustomStringConvertible {
    /// The name of the archive.
    package var archive: String
    /// The offset in the archive of the record, or of its member in a compressed archive, in bytes from 0.
    package var offset: Int
    /// The URL of the record's document, of at most 200 characters; nil if it is unknown.
    package var targetURI: String?
    /// The description of the problem, without the record.
    package var reason: String

    /// Creates a record; the URL is cut if it is too long.
    init(archive: String, offset: Int, targetURI: String?, reason: String) {
        self.archive = archive
        self.offset = offset
        self.targetURI = targetURI.map { String($0.prefix(200)) }
        self.reason = reason
    }

    /// The damage in one line.
    package var description: String {
        "\(archive): record at byte \(offset)\(targetURI.map { " of \($0)" } ?? ""): \(reason)"
    }
}
