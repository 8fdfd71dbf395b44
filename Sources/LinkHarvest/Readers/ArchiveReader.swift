/// A reader of the documents in a web archive.
final class ArchiveReader: DocumentReader, WARCHandler {
    private let makeHarvest: (WARCRecord, Int) -> DocumentHarvest
    private let warn: (String) -> Void
    private let source: String
    private var reader: WARCReader?
    private var harvest: DocumentHarvest?
    private var recordCount = 0
    /// The error of the receiver of the links, which ends the reading.
    private var failure: (any Error)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: The name of the archive's origin.
    ///   - warn: Receives one line for each problem that does not end the archive.
    ///   - makeHarvest: Starts the harvest of a record's document; receives the record and the document's index in the
    ///     archive.
    init(
        source: String, warn: @escaping (String) -> Void,
        makeHarvest: @escaping (WARCRecord, Int) -> DocumentHarvest
    ) {
        self.source = source
        self.warn = warn
        self.makeHarvest = makeHarvest
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        let reader = reader ?? WARCReader(source: source, handler: self)
        self.reader = reader
        reader.push(part)
        if let failure { throw failure }
    }

    func finish() throws {
        reader?.finish()
        if let failure { throw failure }
    }

    func recordBegan(_ record: WARCRecord) {
        harvest = makeHarvest(record, recordCount)
        recordCount += 1
    }

    func body(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let harvest else { return }
        do { try harvest.receive(bytes) } catch { end(error) }
    }

    func recordEnded() {
        do { try harvest?.finish() } catch { end(error) }
        harvest = nil
    }

    func warning(_ message: String) { warn(message) }

    /// Ends a record after an error.
    ///
    /// An error of a document ends only that document, any other error the whole archive.
    private func end(_ error: any Error) {
        harvest = nil
        switch error {
        // Archives also contain pictures and scripts, in which no links are searched for.
        case LinkHarvestError.notADocument, LinkHarvestError.noElements: break
        case let error as LinkHarvestError: warn("\(error)")
        default: failure = failure ?? error
        }
    }
}
