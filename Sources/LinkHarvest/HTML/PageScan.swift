import Markup
import Syntax
import WHATWGURL

/// A handler of parser events that finds the links of one page.
///
/// Its properties are written for every tag, always by the same parser. The checks for overlapping access are turned
/// off, because they would take as long as the work itself.
final class PageScan: MarkupHandler {
    /// The links that have not been delivered, with unresolved URLs.
    @exclusivity(unchecked) var batch: LinkBatch
    @exclusivity(unchecked) var bases: DocumentBases
    /// True if text is needed: within a link, a style sheet or structured data.
    @exclusivity(unchecked) var wantsText = false
    /// Receives links that are delivered before the page has ended.
    var deliverEarly: (LinkBatch) throws -> Void = { _ in }
    /// The error of an early delivery, after which no further links are added.
    @exclusivity(unchecked) var failure: (any Error)?
    /// True if links have been delivered, so that the page cannot start over.
    @exclusivity(unchecked) var isCommitted = false

    let options: HarvestOptions
    private let describes: Bool
    private let rules = RuleIndex.table
    private static let imgIndex = ElementName.img.index
    /// The document that is being read: the page, or a document in an attribute.
    @exclusivity(unchecked) var current = OpenDocumentScan()
    /// The documents around the current one, outermost first.
    @exclusivity(unchecked) var outer: [OpenDocumentScan] = []
    @exclusivity(unchecked) var scratch: [UInt8] = []
    /// The number of links before the current tag.
    @exclusivity(unchecked) var tagStart = 0
    /// The base of the last element in XML, and its index in `bases`.
    private var elementBase: (address: WebURL?, document: Int)
    /// The base of the last link of a document other than HTML, and its index in `bases`; nil if the link has none.
    private var linkBase: (url: WebURL, document: Int)?
    /// The links of the response's header fields, which are kept if the page is parsed again.
    private var leading: LinkBatch?
    /// The bases with which the page starts, and starts again if it is parsed again.
    private var initialBases: DocumentBases
    /// Receives one line for each problem.
    private let warn: (String) -> Void
    /// The offsets of the start tags whose links are harvested; nil for all.
    var selectedTags: Set<Int>?
    /// True if the current links are outside of the selected elements.
    @exclusivity(unchecked) var isOutOfScope = false

    /// Creates the scan of a page.
    ///
    /// - Parameters:
    ///   - source: The name of the page's origin.
    ///   - position: The position of its record in a web archive; nil outside of archives.
    ///   - options: The options of the harvest.
    ///   - bases: The bases with which the page starts.
    ///   - warn: Receives one line for each problem that does not end the page.
    init(
        source: String, position: ArchivePosition?, options: HarvestOptions, bases: DocumentBases,
        warn: @escaping (String) -> Void
    ) {
        self.options = options
        describes = options.describes
        self.warn = warn
        batch = LinkBatch(source: source, position: position)
        self.bases = bases
        initialBases = bases
        elementBase = (self.bases.base(of: 0, queryEncoder: nil), 0)
    }

    /// Ends the page and all links and documents that are still open.
    func finish() {
        closeAnchor()
        closeContent()
    }

    /// Removes the links from the finished scan.
    ///
    /// - Returns: The links; nil if there are none.
    func removeLinks() -> LinkBatch? {
        guard batch.count > 0 else { return nil }
        defer { batch = LinkBatch(following: batch) }
        return batch
    }

    /// Returns the base URL of a document; nil if there is none.
    func base(of document: Int, queryEncoder: QueryEncoder?) -> WebURL? {
        bases.base(of: document, queryEncoder: queryEncoder)
    }

    /// Marks the links found so far as those of the response's header fields, which come first.
    func beginPage() {
        if batch.count > 0 { leading = batch }
        initialBases = bases
    }

    func restart() {
        // An early delivery has removed these links already.
        batch = isCommitted ? LinkBatch(following: batch) : leading ?? LinkBatch(following: batch)
        tagStart = batch.count
        bases = initialBases
        wantsText = false
        current = OpenDocumentScan()
    }

    func startTag(_ tag: StartTag) -> Bool {
        // The HTML Standard treats `image` as a misspelt `img`, outside of SVG.
        var element = tag.element
        var elementIndex = tag.elementIndex
        if case .image = element, !tag.isForeign { (element, elementIndex) = (.img, Self.imgIndex) }
        applyEffects(of: tag, element)
        if let selectedTags, outer.isEmpty { isOutOfScope = !selectedTags.contains(tag.offset) }
        if isOutOfScope, !options.marksOutOfScope { return false }
        tagStart = batch.count
        current.context = nil
        for index in 0..<tag.attributeCount {
            addLinks(tag.attributeNumber(at: index), of: tag, element: element, elementIndex)
        }
        if batch.count > tagStart, describes, case .a = element {
            current.anchor = tagStart..<batch.count
            current.anchorText.removeAll()
            wantsText = true
        }
        return beginContent(of: tag, element, elementIndex)
    }

    /// Applies the effects of a start tag, whether it has links or not, on the document and its open link.
    @inline(__always)
    private func applyEffects(of tag: StartTag, _ element: ElementName) {
        switch element {
        case .a: closeAnchor()
        case .base:
            if !tag.isForeign, current.templateDepth == 0, !bases.hasBase(current.document),
                let value = tag.value(of: AttributeNumber.href)
            {
                bases.setBase(value, of: current.document)
            }
        case .img:
            if !current.anchor.isEmpty, let alternative = tag.rawValue(of: AttributeNumber.alt) {
                current.anchorText.appendApart(alternative)
            }
        case .template: if !tag.isForeign { current.templateDepth += 1 }
        case .form: current.formUsesGET = Self.isGET(tag.value(of: AttributeNumber.method))
        default: break
        }
    }

    /// Begins to collect the content of an element.
    ///
    /// - Returns: False if the content has no links.
    @inline(__always)
    private func beginContent(of tag: StartTag, _ element: ElementName, _ elementIndex: Int) -> Bool {
        switch element {
        case .style: collectContent(tag, element: element, elementIndex, .styleSheet)
        case .script:
            if let type = tag.value(of: AttributeNumber.type),
                ContentSniffing.essence(of: type) == "application/ld+json"
            {
                collectContent(tag, element: element, elementIndex, .linkedData)
            } else if options.includesScriptStrings {
                collectContent(tag, element: element, elementIndex, .scriptStrings)
            } else {
                return false
            }
        default: return false
        }
        return true
    }

    /// Returns true if a form or a button sends with GET (HTML Standard, section 4.10.19.6).
    private func usesGET(_ tag: StartTag, _ element: ElementName) -> Bool {
        if case .form = element { return current.formUsesGET }
        if let method = tag.value(of: AttributeNumber.formMethod) { return Self.isGET(method) }
        // The form that an attribute names may follow.
        return current.formUsesGET && tag.rawValue(of: AttributeNumber.form) == nil
    }

    /// Returns true for a method that is missing, unknown or GET.
    private static func isGET(_ method: String?) -> Bool {
        !["post", "dialog"].contains(method.map { ASCII.lowercase($0) })
    }

    func endTag(_ element: ElementName) {
        switch element {
        case .a: closeAnchor()
        case .style, .script: closeContent()
        case .form: current.formUsesGET = true
        case .template: current.templateDepth = max(0, current.templateDepth - 1)
        default: break
        }
    }

    func bodyBegan() { current.bodyStart = batch.count }

    func bodyRemoved() {
        current.removeLinks(from: current.bodyStart, of: &batch)
        tagStart = batch.count
        wantsText = false
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if current.contentContext != nil {
            current.appendContent(text)
        } else {
            current.anchorText.append(text)
            if current.anchorText.isFull { wantsText = false }
        }
    }

    private func closeAnchor() {
        guard !current.anchor.isEmpty else { return }
        current.closeAnchor(in: &batch)
        wantsText = current.contentContext != nil
    }

    /// Starts to collect an element's content if it may contain URLs.
    private func collectContent(
        _ tag: StartTag, element: ElementName, _ elementIndex: Int, _ syntax: LinkRule.Syntax
    ) {
        let context = TagContext(
            tag, element: element, elementIndex: elementIndex, position: position(of: tag), describes: describes,
            into: &batch)
        current.beginContent(context, syntax)
        wantsText = true
    }

    private func closeContent() {
        guard let context = current.contentContext else { return }
        let content = current.removeContent()
        if content.isCut {
            let limit = current.contentLimit >> 20
            // Lines are counted only if positions are requested.
            let position = context.position.line > 0 ? ": line \(context.position.line)" : ""
            warn("\(batch.source)\(position): only the first \(limit) MiB of a style, a script or JSON-LD are read")
        }
        content.bytes.withUnsafeBufferPointer { bytes in
            switch current.contentSyntax {
            case .linkedData: addLinkedData(bytes)
            case .scriptStrings: ScriptAddresses.find(in: bytes) { addContentLink($0, LinkRules.scriptStrings.kind) }
            default: CSSAddresses.find(in: bytes) { addContentLink($0, LinkRules.styleSheet.kind) }
            }
        }
        current.contentContext = nil
        wantsText = !current.anchor.isEmpty
    }

    /// Adds a link found in the content of a style sheet or a script.
    private func addContentLink(_ address: UnsafeBufferPointer<UInt8>, _ kind: LinkKind) {
        add(
            address, kind: kind, attribute: LinkRecord.contentAttribute, in: current.contentContext,
            resolution: .utf8Query)
    }

    /// Adds the links in JSON-LD.
    private func addLinkedData(_ bytes: UnsafeBufferPointer<UInt8>) {
        for address in JSONLDAddresses.find(in: bytes) {
            var value = address.value
            value.withUTF8 {
                add(
                    $0, kind: address.kind, attribute: LinkRecord.contentAttribute, in: current.contentContext,
                    resolution: .document, text: address.text)
            }
        }
    }

    private func position(of tag: StartTag) -> SourcePosition {
        current.position ?? (options.locates ? tag.position : SourcePosition(line: 0, column: 0, byte: 0))
    }
}

/// Harvesting the links in attributes.
extension PageScan {
    private static let refresh = NameTable(["refresh"])
    private static let reference = NameTable(["ref"])

    /// Adds the links of an attribute.
    private func addLinks(_ number: Int, of tag: StartTag, element: ElementName, _ elementIndex: Int) {
        var isOwn = false
        for rule in rules.entries(of: number) {
            guard rule.element == elementIndex || rule.element < 0 && !isOwn else { continue }
            isOwn = rule.element >= 0
            guard !rule.isConditional || holds(rule.condition, for: tag), let value = tag.rawValue(of: number)
            else { continue }
            if case .declarations = rule.syntax, !value.contains(UInt8(ascii: "(")) { continue }
            if current.context == nil {
                current.context = TagContext(
                    tag, element: element, elementIndex: elementIndex, position: position(of: tag),
                    describes: describes, into: &batch)
            }
            if rule.kind == .form { current.context?.usesGET = usesGET(tag, element) }
            guard CharacterReferences.needsWork(value) else {
                addLinks(value, number: number, by: rule)
                continue
            }
            var decoded: [UInt8] = []
            swap(&decoded, &scratch)
            decoded.removeAll(keepingCapacity: true)
            decoded.reserveCapacity(value.count)
            CharacterReferences.decode(value, inAttribute: true, into: &decoded)
            decoded.withUnsafeBufferPointer { addLinks($0, number: number, by: rule) }
            if decoded.capacity < LinkLimits.addressByteCount { swap(&decoded, &scratch) }
        }
    }

    private func holds(_ condition: LinkRule.Condition, for tag: StartTag) -> Bool {
        switch condition {
        case .always: true
        case .foreign: tag.isForeign
        case .refreshPragma: isOne(AttributeNumber.pragma, of: Self.refresh, tag)
        case .referenceValue: isOne(AttributeNumber.valueType, of: Self.reference, tag)
        case .addressProperty:
            isOne(AttributeNumber.property, of: LinkRules.addressProperties, tag)
                || isOne(AttributeNumber.name, of: LinkRules.addressProperties, tag)
                || isOne(AttributeNumber.itemProperty, of: LinkRules.addressItemProperties, tag)
        case .lazyLoading: options.includesLazyLoading
        // The conditions on content are evaluated where the content starts.
        case .linkedDataType, .scriptStrings: false
        }
    }

    /// Returns true if an attribute's value, or one of its tokens, is one of some names, ignoring case.
    private func isOne(_ attribute: Int, of names: NameTable, _ tag: StartTag) -> Bool {
        guard let value = tag.rawValue(of: attribute) else { return false }
        func isListed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            var isListed = false
            ASCII.forEachToken(in: text) { isListed = isListed || names.index(of: $0) >= 0 }
            return isListed
        }
        guard CharacterReferences.needsWork(value) else { return isListed(value) }
        var decoded = CharacterReferences.decode(value, inAttribute: true)
        return decoded.withUTF8(isListed)
    }

    /// Adds the links of a value.
    private func addLinks(_ value: UnsafeBufferPointer<UInt8>, number: Int, by rule: RuleTable.Entry) {
        guard let context = current.context else { return }
        let kind = rule.kind == .link ? linkKind(context) : rule.kind
        func add(_ part: UnsafeBufferPointer<UInt8>, _ resolution: AddressResolution = .document) {
            // The context is read each time, because a delivery of links removes its texts.
            self.add(part, kind: kind, attribute: UInt8(number), in: current.context, resolution: resolution)
        }
        switch rule.syntax {
        case .address: add(value)
        case .nonEmptyAddress: if !Self.isBlank(value) { add(value) }
        case .spaceList: ASCII.forEachToken(in: value) { add($0) }
        case .absoluteList: ASCII.forEachToken(in: value) { add($0, .absolute) }
        case .commaList:
            ASCII.forEachToken(
                in: value, separatedBy: { $0 == UInt8(ascii: ",") || ASCII.isWhitespace($0) }, { add($0) })
        case .imageCandidates: ImageCandidates.find(in: value) { add(UnsafeBufferPointer(rebasing: value[$0])) }
        case .refresh:
            if let range = DeclarativeRefresh.address(in: value) { add(UnsafeBufferPointer(rebasing: value[range])) }
        case .declarations: CSSAddresses.find(in: value, areDeclarations: true) { add($0, .utf8Query) }
        case .document: scan(value, at: context.position)
        case .styleSheet, .linkedData, .scriptStrings: break
        }
    }

    private static func isBlank(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first else { return true }
        return first <= 0x20 && value.allSatisfy(ASCII.isWhitespace)
    }

    private func linkKind(_ context: TagContext) -> LinkKind {
        batch.arena.withUnsafeBufferPointer { arena in
            var relations = LinkRelations()
            if !context.relations.isAbsent {
                ASCII.forEachToken(in: UnsafeBufferPointer(rebasing: arena[context.relations.range])) {
                    relations.insert($0)
                }
            }
            let type = context.type.isAbsent ? nil : String(decoding: arena[context.type.range], as: UTF8.self)
            return relations.kind(type: type?.streamSafe)
        }
    }

    /// Adds a link.
    ///
    /// - Parameters:
    ///   - value: The value of the attribute.
    ///   - kind: The kind of the link.
    ///   - attribute: The number of the attribute.
    ///   - context: The properties that the tag determines.
    ///   - resolution: The way in which the URL is resolved.
    ///   - text: The link's text; nil for the text of the tag.
    private func add(
        _ value: UnsafeBufferPointer<UInt8>, kind: LinkKind, attribute: UInt8, in context: TagContext?,
        resolution: AddressResolution, text: String? = nil
    ) {
        guard var context else { return }
        let isTooLong = value.count > LinkLimits.addressByteCount
        let raw = batch.add(isTooLong ? LinkBatch.cut(value, to: LinkLimits.addressByteCount) : value)
        if let text { context.text = batch.add(field: text) }
        batch.records.append(
            LinkRecord(
                raw: raw, context: context, document: UInt32(truncatingIfNeeded: current.document),
                attribute: attribute, kind: kind, isTooLong: isTooLong, isOutOfScope: isOutOfScope,
                resolution: resolution))
        if pendingByteCount > LinkLimits.pendingByteCount { deliverFinishedLinks() }
    }
}

/// Harvesting HTML within other documents, and documents in attributes.
extension PageScan {
    /// The maximum nesting of documents in `srcdoc`.
    ///
    /// Real pages have one level, and each level doubles the number of escapes.
    private static let deepestDocument = 4

    /// Adds a link that was found in a document other than HTML.
    ///
    /// - Parameters:
    ///   - value: The value as written in the document.
    ///   - link: The properties of the link.
    func add(_ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink) {
        tagStart = batch.count
        if linkBase?.url != link.base { linkBase = link.base.map { ($0, bases.add(resolved: $0)) } }
        batch.add(value, link, document: linkBase?.document, isOutOfScope: isOutOfScope)
        if pendingByteCount > LinkLimits.pendingByteCount { deliverFinishedLinks() }
    }

    /// Processes a start tag of XHTML, SVG or MathML in XML.
    ///
    /// - Parameters:
    ///   - tag: The start tag.
    ///   - base: The base URL of its URLs; nil for the document's.
    func startTag(_ tag: StartTag, base: WebURL?) {
        if base != elementBase.address { elementBase = (base, bases.add(base: base)) }
        current.document = elementBase.document
        _ = startTag(tag)
        current.document = 0
    }

    /// Adds the links of HTML in a document of another kind, with the position of the element around it.
    func scan(_ html: EmbeddedHTML) {
        var text = html.html
        text.withUTF8 { scan($0, at: html.position, as: bases.add(base: html.base)) }
    }

    /// Adds the links of a document in an attribute, with the position of its tag.
    private func scan(_ html: UnsafeBufferPointer<UInt8>, at position: SourcePosition, as index: Int? = nil) {
        guard outer.count < Self.deepestDocument else { return }
        let document = index ?? bases.add(within: current.document)
        outer.append(current)
        current = OpenDocumentScan()
        current.document = document
        current.position = position
        wantsText = false
        let encoding = SniffedEncoding(ofHead: html, contentType: "text/html;charset=utf-8", isLocal: true)
        let reader = HTMLReader(
            interest: RuleIndex.interest, handler: self, encoding: encoding, isFragment: index != nil)
        // Only a tag that is too long can cause an error, and a complete window has no such limit.
        try? reader.readAll(html)
        finish()
        if let last = outer.popLast() { current = last }
        wantsText = !current.anchor.isEmpty || current.contentContext != nil
    }
}

/// Delivering links early, so that memory stays bounded.
extension PageScan {
    /// The number of bases above which those of documents that have ended are removed.
    private static let keptBaseCount = 64

    /// The approximate memory size of the links that have not been delivered, in bytes.
    private var pendingByteCount: Int {
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
        record.changeTexts { copy($0) }
        batch.records.append(record)
    }

    /// Updates a document's references, so that they refer to the other batch.
    mutating func move(_ document: inout OpenDocumentScan, by count: Int) {
        if !document.anchor.isEmpty {
            document.anchor = document.anchor.lowerBound - count..<document.anchor.upperBound - count
        }
        document.bodyStart = max(0, document.bodyStart - count)
        document.context?.changeTexts { copy($0) }
        document.contentContext?.changeTexts { copy($0) }
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
