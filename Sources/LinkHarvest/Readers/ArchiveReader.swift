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
