import CPlatform
import Markup
import Syntax
import WHATWGURL

/// A collector that resolves the links of one document, removes repeated ones and delivers the rest.
final class LinkCollector {
    /// The scan that finds links by the rules of HTML and stores links of other documents.
    let scan: PageScan
    /// Returns the document's encoding as far as it is known.
    var encoding: () -> CharacterEncoding? = { nil }
    /// The number of bytes of the document received so far.
    var receivedByteCount = 0

    private let options: HarvestOptions
    private let warn: (String) -> Void
    private let deliver: (LinkBatch) throws -> Void
    private var seen = SeenAddresses()
    private var hasWarned = false
    private var encoder: (encoding: CharacterEncoding, function: QueryTextEncoder.Function?)?
    /// The size of the resolved links with all their properties, in bytes.
    private var grownByteCount = 0

    /// Creates a collector for a document.
    ///
    /// - Parameters:
    ///   - source: The name of the document's origin.
    ///   - position: The position of its record in a web archive; nil outside of archives.
    ///   - documentURL: The document's URL; nil for standard input.
    ///   - options: The options of the harvest.
    ///   - warn: Receives one line for each problem that does not end the document.
    ///   - deliver: Receives the links in document order.
    init(
        source: String, position: ArchivePosition? = nil, documentURL: WebURL?, options: HarvestOptions,
        warn: @escaping (String) -> Void, deliver: @escaping (LinkBatch) throws -> Void
    ) {
        self.options = options
        self.warn = warn
        self.deliver = deliver
        scan = PageScan(
            source: source, position: position, options: options,
            bases: DocumentBases(fallback: options.base ?? documentURL), warn: warn)
        scan.deliverEarly = { [unowned self] in try resolveAndDeliver($0) }
    }

    /// Throws the error that occurred in an early delivery.
    ///
    /// - Throws: ``LinkHarvestError/grows(times:)``, and the errors of `deliver`.
    func check() throws {
        if let failure = scan.failure { throw failure }
    }

    /// Ends the document and delivers the remaining links.
    ///
    /// - Throws: ``LinkHarvestError/grows(times:)``, and the errors of `deliver`.
    func finish() throws {
        scan.finish()
        try check()
        if let batch = scan.removeLinks() { try resolveAndDeliver(batch) }
    }

    /// Resolves the URLs, and delivers the links that the options request.
    private func resolveAndDeliver(_ batch: LinkBatch) throws {
        var batch = batch
        let queryEncoder = try queryEncoder(for: batch)
        batch.addresses.reserveCapacity(min(batch.count * 64, LinkLimits.deliveryByteCount))
        var kept = 0
        var byteCount = 0
        // Repeated links count too, because they take the same time.
        var resolvedByteCount = 0
        // Nearly all links of a page belong to the same document.
        var document: (index: UInt32, base: WebURL?) = (0, scan.base(of: 0, queryEncoder: queryEncoder))
        for index in batch.records.indices {
            if batch.records[index].document != document.index {
                let next = batch.records[index].document
                document = (next, scan.base(of: Int(next), queryEncoder: queryEncoder))
            }
            Self.resolve(index, in: &batch, base: document.base, queryEncoder: queryEncoder)
            resolvedByteCount += batch.records[index].byteCount
            if resolvedByteCount > LinkLimits.deliveryByteCount {
                try count(resolvedByteCount)
                resolvedByteCount = 0
            }
            guard !batch.records[index].url.isAbsent || options.includesInvalid else { continue }
            guard options.keepsDuplicates || isNew(batch.records[index], in: batch) else {
                batch.dropLastAddress(of: index)
                continue
            }
            byteCount += batch.records[index].byteCount
            if kept < index { batch.records[kept] = batch.records[index] }
            kept += 1
            guard byteCount > LinkLimits.deliveryByteCount else { continue }
            try deliver(batch.removeFirst(kept))
            (kept, byteCount) = (0, 0)
        }
        batch.records.removeLast(batch.records.count - kept)
        try count(resolvedByteCount)
        if kept > 0 { try deliver(batch) }
    }

    /// Returns the encoder for the queries of a batch.
    ///
    /// It is nil for UTF-8, and if all URLs are ASCII, because creating an encoder takes longer than harvesting a short
    /// page.
    private func queryEncoder(for batch: LinkBatch) throws -> QueryEncoder? {
        let isPlain = batch.arena.withUnsafeBufferPointer {
            $0.baseAddress.map { leftoff_is_ascii($0, batch.arena.count) }
        }
        let encoding = encoding() ?? .utf8
        // In ISO-2022-JP, even some ASCII characters must be encoded.
        guard isPlain == false || encoding == .iso2022JP || scan.bases.containBases else { return nil }
        if encoder?.encoding != encoding { encoder = (encoding, try QueryTextEncoder.make(for: encoding)) }
        return encoder?.function
    }

    private func count(_ byteCount: Int) throws {
        grownByteCount += byteCount
        guard grownByteCount > LinkLimits.freeGrowthByteCount,
            grownByteCount / LinkLimits.growthLimit > receivedByteCount
        else { return }
        throw LinkHarvestError.grows(times: LinkLimits.growthLimit)
    }

    private static func resolve(_ index: Int, in batch: inout LinkBatch, base: WebURL?, queryEncoder: QueryEncoder?) {
        let raw = batch.records[index].raw.range
        let resolution = batch.records[index].resolution
        guard !batch.records[index].isTooLong else { return }
        let start = batch.addresses.count
        let isAddress = batch.arena.withUnsafeBufferPointer {
            let value = UnsafeBufferPointer(rebasing: $0[raw])
            return switch resolution {
            case .document: WebURL.append(utf8: value, base: base, queryEncoder: queryEncoder, to: &batch.addresses)
            case .utf8Query: WebURL.append(utf8: value, base: base, queryEncoder: nil, to: &batch.addresses)
            case .absolute: WebURL.append(utf8: value, base: nil, queryEncoder: nil, to: &batch.addresses)
            case .host:
                (Array("http://".utf8) + value).withUnsafeBufferPointer {
                    WebURL.append(utf8: $0, base: nil, queryEncoder: nil, to: &batch.addresses)
                }
            }
        }
        guard isAddress else { return }
        let count = batch.addresses.count - start
        guard count <= LinkLimits.addressByteCount else {
            batch.addresses.removeLast(count)
            batch.records[index].isTooLong = true
            return
        }
        batch.records[index].url = ArenaSpan(from: start, to: start + count)
    }

    /// Returns true if a link is new, as far as earlier links are remembered.
    private func isNew(_ record: LinkRecord, in batch: LinkBatch) -> Bool {
        let isNew = seen.insert(key(of: record, in: batch))
        if seen.hasForgotten, !hasWarned {
            hasWarned = true
            warn("\(batch.source): more than \(LinkLimits.rememberedLinkCount) links: later ones may occur twice")
        }
        return isNew
    }

    /// Returns the hash that identifies duplicates of a link: that of its element, attribute and URL.
    private func key(of record: LinkRecord, in batch: LinkBatch) -> UInt64 {
        let isAddress = !record.url.isAbsent
        var hash =
            isAddress
            ? hash(record.url, in: batch.addresses, after: nil) : hash(record.raw, in: batch.arena, after: nil)
        hash = seen.hash(
            UInt64(record.context.elementIndex) << 16 | UInt64(record.attribute) << 8 | (isAddress ? 1 : 0), after: hash
        )
        if !record.context.elementName.isAbsent {
            hash = self.hash(record.context.elementName, in: batch.arena, after: hash)
        }
        if !record.attributeName.isAbsent { hash = self.hash(record.attributeName, in: batch.arena, after: hash) }
        return hash
    }

    private func hash(_ span: ArenaSpan, in arena: [UInt8], after hash: UInt64?) -> UInt64 {
        arena.withUnsafeBufferPointer { seen.hash(UnsafeBufferPointer(rebasing: $0[span.range]), after: hash) }
    }
}

/// A sink that writes the links of documents other than HTML into the batch of a collector.
final class CollectingSink: DocumentSink {
    private let collector: LinkCollector
    private let warn: (String) -> Void
    /// True if single findings can be out of scope; false if the whole document is in scope or out of it.
    private let isScoped: Bool

    init(_ collector: LinkCollector, isScoped: Bool = false, warn: @escaping (String) -> Void) {
        self.collector = collector
        self.isScoped = isScoped
        self.warn = warn
    }

    func link(_ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink) {
        guard setScope(isOutOfScope: link.isOutOfScope) else { return }
        collector.scan.add(value, link)
    }

    func html(_ html: EmbeddedHTML) {
        guard setScope(isOutOfScope: html.isOutOfScope) else { return }
        collector.scan.scan(html)
    }

    /// Sets the scope of the links that follow.
    ///
    /// - Returns: True if links with this scope are harvested.
    private func setScope(isOutOfScope: Bool) -> Bool {
        if isScoped { collector.scan.isOutOfScope = isOutOfScope }
        return !isOutOfScope || collector.scan.options.marksOutOfScope
    }

    func startElement(_ element: EmbeddedElement) {
        if isScoped { collector.scan.isOutOfScope = element.isOutOfScope }
        let isForeign = element.element.name.namespace.map { $0 != XMLNamespace.xhtml } ?? false
        StartTag.withTag(
            of: element.element, isForeign: isForeign, position: element.position, interest: RuleIndex.interest
        ) { collector.scan.startTag($0, base: element.base) }
    }

    func endElement(_ name: XMLName) {
        collector.scan.endTag(ElementName(rawValue: ASCII.lowercase(name.local)) ?? .other)
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if collector.scan.wantsText { collector.scan.text(text) }
    }

    func warning(_ message: String) { warn(message) }
}
