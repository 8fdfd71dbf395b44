import Markup
import WHATWGURL

/// The harvest of one HTML page that arrives in parts.
///
/// Links are delivered when the page has ended, because a `<base>` applies to the whole page. The links of a very long
/// page are delivered earlier, so that memory stays bounded. A `<base>` after tens of thousands of links then applies
/// only to the links that follow.
final class PageHarvest: DocumentReader {
    private let options: HarvestOptions
    private let contentType: String?
    private let isLocal: Bool
    private let encoding: SniffedEncoding
    private let source: String
    private let collector: LinkCollector
    private let reader: HTMLReader
    /// The encoding in which libxml2 has read the page.
    private var encodingOfTree: CharacterEncoding?
    /// The whole page, if libxml2 parses it.
    private var collected: [UInt8] = []

    /// Starts the harvest of a page that is a part of another harvest.
    ///
    /// - Parameters:
    ///   - source: The name of the page's origin.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the page is a file or standard input, false if it comes from the network.
    ///   - encoding: The encoding that the page's head determines.
    ///   - options: The options of the harvest.
    ///   - collector: Receives the links.
    init(
        source: String, contentType: String?, isLocal: Bool, encoding: SniffedEncoding, options: HarvestOptions,
        collector: LinkCollector
    ) {
        self.options = options
        self.contentType = contentType
        self.source = source
        self.isLocal = isLocal
        self.encoding = encoding
        self.collector = collector
        reader = HTMLReader(
            interest: RuleIndex.interest, handler: collector.scan, encoding: encoding, countsLines: options.locates)
        collector.encoding = { [unowned self] in knownEncoding }
    }

    /// The page's encoding; nil before the first part has arrived.
    private var knownEncoding: CharacterEncoding? { encodingOfTree ?? reader.encoding }

    package func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        collector.receivedByteCount += part.count
        guard options.engine == .standard, options.scope == nil else {
            let limit = SelectedElementsReader.maximumByteCount
            guard options.scope == nil || collected.count + part.count <= limit else {
                throw LinkHarvestError.tooLarge(limit: limit)
            }
            collected.append(contentsOf: part)
            return
        }
        do { try reader.receive(part) } catch { throw try failure(error) }
        if options.deliversEarly, collector.receivedByteCount >= 1 << 16, collector.scan.batch.count > 0 {
            collector.scan.deliverFinishedLinks()
        }
        try collector.check()
    }

    package func finish() throws {
        do {
            switch options.engine {
            case .standard where options.scope != nil:
                try selectElements()
                try collected.withUnsafeBufferPointer { try reader.readAll($0) }
            case .standard: try reader.finish()
            case .libxml2: return try readByLibXML2()
            }
        } catch { throw try failure(error) }
        try collector.finish()
    }

    /// Finds the start tags of the page that are within the selected elements.
    private func selectElements() throws {
        guard let scope = options.scope else { return }
        let lister = HTMLReader(
            interest: RuleIndex.interest, handler: IgnoringHandler(), encoding: encoding, countsLines: false,
            listsStartTags: true)
        try collected.withUnsafeBufferPointer { try lister.readAll($0) }
        let startTags = lister.startTags
        let isSelected = try lister.text(of: collected).withUnsafeBufferPointer {
            try scope.contains(startTags: startTags, of: $0)
        }
        collector.scan.selectedTags = Set(zip(startTags, isSelected).compactMap { $1 ? $0 : nil })
    }

    private func readByLibXML2() throws {
        encodingOfTree = try HTMLParser.parse(
            collected, contentType: contentType, isLocal: isLocal, interest: RuleIndex.interest,
            handler: collector.scan,
            engine: .libxml2)
        try collector.finish()
    }

    /// Delivers the links found so far and returns the error for a page that cannot be read further.
    private func failure(_ error: any Error) throws -> LinkHarvestError {
        try collector.finish()
        return LinkHarvestError.unreadable(source: source, underlying: error)
    }
}

/// A handler that ignores everything.
private final class IgnoringHandler: MarkupHandler {
    var wantsText: Bool { false }
    func startTag(_ tag: StartTag) -> Bool { false }
    func endTag(_ element: ElementName) {}
    func text(_ text: UnsafeBufferPointer<UInt8>) {}
    func restart() {}
}
