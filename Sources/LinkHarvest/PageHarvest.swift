import Markup
package import WHATWGURL

/// Harvests one HTML page that comes in parts.
///
/// Links are handed on when the page has ended, since a `<base>` counts for all of it. Of a very long page they are handed
/// on before, so that the memory stays bounded; a `<base>` behind the first tens of thousands of links then counts only
/// for those that follow.
package final class PageHarvest: DocumentReader {
    private let options: HarvestOptions
    private let contentType: String?
    private let isLocal: Bool
    private let source: String
    private let collector: LinkCollector
    private let reader: HTMLReader
    /// The encoding in which libxml2 has read the page.
    private var encodingOfTree: CharacterEncoding?
    /// The whole page, where libxml2 reads it.
    private var collected: [UInt8] = []

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - source: Where the page comes from, as the caller names it.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - documentURL: The page's address; nil for standard input.
    ///   - options: What is taken.
    ///   - warn: Takes one line for each thing that is wrong with the page but does not end it.
    ///   - deliver: Takes the links as they become known, in document order.
    package convenience init(
        source: String, contentType: String?, documentURL: WebURL?, options: HarvestOptions,
        warn: @escaping (String) -> Void = { _ in },
        deliver: @escaping (LinkBatch) throws -> Void
    ) {
        self.init(
            source: source, contentType: contentType, isLocal: documentURL.map { $0.scheme == "file" } ?? true,
            options: options,
            collector: LinkCollector(
                source: source, documentURL: documentURL, options: options, warn: warn, deliver: deliver))
    }

    /// Begins a page whose links are collected with others.
    init(source: String, contentType: String?, isLocal: Bool, options: HarvestOptions, collector: LinkCollector) {
        self.options = options
        self.contentType = contentType
        self.source = source
        self.isLocal = isLocal
        self.collector = collector
        reader = HTMLReader(
            interest: RuleIndex.interest, handler: collector.scan, contentType: contentType, isLocal: isLocal,
            countsLines: options.locates)
        collector.encoding = { [unowned self] in knownEncoding }
    }

    /// The page's encoding; nil before enough has come to tell it.
    private var knownEncoding: CharacterEncoding? { encodingOfTree ?? reader.encoding }

    /// Takes the next part of the page.
    ///
    /// - Parameter part: The bytes.
    /// - Throws: ``LinkHarvestError``, and what `deliver` throws.
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
        if options.handsOnEarly, collector.receivedByteCount >= 1 << 16, collector.scan.batch.count > 0 {
            collector.scan.handOnSome()
        }
        try collector.check()
    }

    /// Ends the page and hands on the links that remain.
    ///
    /// - Throws: ``LinkHarvestError``, and what `deliver` throws.
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

    /// Harvests a whole page.
    ///
    /// - Parameter page: The bytes.
    /// - Throws: ``LinkHarvestError``, and what `deliver` throws.
    package func readAll(_ page: UnsafeBufferPointer<UInt8>) throws {
        collector.receivedByteCount += page.count
        guard options.engine == .standard, options.scope == nil else {
            collected = Array(page)
            return try finish()
        }
        do { try reader.readAll(page) } catch { throw try failure(error) }
        try collector.finish()
    }

    /// Finds out which start tags of the page are within the elements that are wanted.
    private func selectElements() throws {
        guard let scope = options.scope else { return }
        let lister = HTMLReader(
            interest: RuleIndex.interest, handler: IgnoringHandler(), contentType: contentType, isLocal: isLocal,
            countsLines: false, listsStartTags: true)
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

    /// The error for a page that cannot be read on; the links that were found before are handed on first.
    private func failure(_ error: any Error) throws -> LinkHarvestError {
        try collector.finish()
        return LinkHarvestError.unreadable(source: source, underlying: error)
    }
}

/// Takes no notice of anything.
private final class IgnoringHandler: MarkupHandler {
    var wantsText: Bool { false }
    func startTag(_ tag: StartTag) -> Bool { false }
    func endTag(_ element: ElementName) {}
    func text(_ text: UnsafeBufferPointer<UInt8>) {}
    func restart() {}
}
