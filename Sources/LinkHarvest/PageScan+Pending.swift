import Markup

/// Delivering links early, so that memory stays bounded.
extension PageScan {
    /// The number of bases above which those of documents that have ended are removed.
    private static let keptBaseCount = 64

    /// The approximate memory size of the links that have not been delivered, in bytes.
    var pendingByteCount: Int {
        // The approximate size of a document in an attribute.
        batch.arena.count + batch.count * MemoryLayout<LinkRecord>.stride + bases.count * 256
    }

    /// Delivers the links before the one that is still open, or all links if only few are before it.
    ///
    /// The time of delivery depends only on the links, not on how the page is split into parts.
    func deliverFinishedLinks() {
        guard failure == nil else { return removeAllLinks() }
        isCommitted = true
        let firstOpen = (outer.map(\.anchor) + [current.anchor]).lazy.filter { !$0.isEmpty }.map(\.lowerBound).min()
        var count = min(firstOpen ?? batch.count, tagStart)
        if count < batch.count / 2 || bases.count > Self.keptBaseCount {
            // A link that is never closed must not keep all following links in memory.
            for index in outer.indices { outer[index].closeAnchor(in: &batch) }
            current.closeAnchor(in: &batch)
            count = batch.count
        }
        var rest = ArenaCopy(from: batch.arena, into: LinkBatch(following: batch))
        for record in batch.records[count...] { rest.add(record) }
        for index in outer.indices { rest.move(&outer[index], by: count) }
        rest.move(&current, by: count)
        tagStart = max(0, tagStart - count)
        var done = batch
        batch = rest.batch
        done.records.removeLast(done.records.count - count)
        do { try deliverEarly(done) } catch { failure = error }
        if batch.count == 0, bases.count > Self.keptBaseCount { removeUnusedBases() }
    }

    /// Removes delivered links and everything that refers to them.
    private func removeAllLinks() {
        batch = LinkBatch(following: batch)
        tagStart = 0
        for index in outer.indices { outer[index].removeLinks() }
        current.removeLinks()
    }

    /// Removes the bases of documents that have ended.
    private func removeUnusedBases() {
        let indices = bases.removeAll(except: outer.map(\.document) + [current.document, elementBase.document])
        for index in outer.indices { outer[index].document = indices[index] }
        current.document = indices[outer.count]
        elementBase.document = indices[outer.count + 1]
        linkBase = nil
    }
}

/// A copier of records and their texts from one batch to another.
private struct ArenaCopy {
    let arena: [UInt8]
    var batch: LinkBatch
    /// The spans of texts that have been copied.
    ///
    /// The records of a tag share them.
    private var copied: [UInt64: ArenaSpan] = [:]

    init(from arena: [UInt8], into batch: LinkBatch) {
        self.arena = arena
        self.batch = batch
    }

    mutating func add(_ record: LinkRecord) {
        var record = record
        record.raw = copy(record.raw)
        record.attributeName = copy(record.attributeName)
        move(&record.context)
        batch.records.append(record)
    }

    /// Updates a document's references, so that they refer to the other batch.
    mutating func move(_ document: inout OpenDocumentScan, by count: Int) {
        if !document.anchor.isEmpty {
            document.anchor = document.anchor.lowerBound - count..<document.anchor.upperBound - count
        }
        document.bodyStart = max(0, document.bodyStart - count)
        if document.context != nil { move(&document.context) }
        if document.contentContext != nil { move(&document.contentContext) }
    }

    private mutating func move(_ context: inout TagContext?) {
        guard var moved = context else { return }
        move(&moved)
        context = moved
    }

    private mutating func move(_ context: inout TagContext) {
        context.elementName = copy(context.elementName)
        context.text = copy(context.text)
        context.title = copy(context.title)
        context.relations = copy(context.relations)
        context.type = copy(context.type)
        context.language = copy(context.language)
        context.download = copy(context.download)
    }

    private mutating func copy(_ span: ArenaSpan) -> ArenaSpan {
        guard !span.isAbsent else { return span }
        let key = UInt64(span.start) << 32 | UInt64(span.count)
        if let known = copied[key] { return known }
        let created = arena.withUnsafeBufferPointer { batch.add(UnsafeBufferPointer(rebasing: $0[span.range])) }
        copied[key] = created
        return created
    }
}
