/// Reads the documents of a web archive.
final class ArchiveReader: DocumentReader, WARCHandler {
    private let makeHarvest: (WARCRecord, Int) -> DocumentHarvest
    private let warn: (String) -> Void
    private let source: String
    private var reader: WARCReader?
    private var harvest: DocumentHarvest?
    private var recordCount = 0
    /// What the taker of the links threw; it ends the reading.
    private var failure: (any Error)?

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - source: Where it comes from, as the caller names it.
    ///   - warn: Takes one line for each thing that is wrong with the archive but does not end it.
    ///   - makeHarvest: Begins the document of a record, which has the number in the archive.
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

    /// Ends a record that cannot be read on: a document's fault costs that document, any other the whole archive.
    private func end(_ error: any Error) {
        harvest = nil
        switch error {
        // Archives hold pictures and scripts too, which are none of the links' business.
        case LinkHarvestError.notADocument, LinkHarvestError.noElements: break
        case let error as LinkHarvestError: warn("\(error)")
        default: failure = failure ?? error
        }
    }
}
