import Markup
import WHATWGURL

/// Finds the links of one page while it is read.
///
/// Its properties are written for every tag by one reader, so the checks for overlapping access are left out: they would
/// take as long as the work itself.
final class PageScan: MarkupHandler {
    /// The links that are not yet taken, their addresses not yet resolved.
    @exclusivity(unchecked) var batch: LinkBatch
    @exclusivity(unchecked) var bases: DocumentBases
    /// Whether text is wanted: within a link, a style sheet or data for machines.
    @exclusivity(unchecked) var wantsText = false
    /// Takes links though the page has not ended.
    var handOn: (LinkBatch) throws -> Void = { _ in }
    /// What that threw; no further links are taken then.
    @exclusivity(unchecked) var failure: (any Error)?
    /// Whether links were handed on already, so that the page cannot begin anew.
    @exclusivity(unchecked) var isCommitted = false

    let options: HarvestOptions
    let describes: Bool
    let rules = RuleIndex.table
    private static let imgIndex = RuleTable.index(.img)
    /// The document that is being read: the page, or one in an attribute.
    @exclusivity(unchecked) var current = OpenDocumentScan()
    /// The documents around it.
    @exclusivity(unchecked) var outer: [OpenDocumentScan] = []
    @exclusivity(unchecked) var scratch: [UInt8] = []
    /// How many links there were before the tag that is being read.
    @exclusivity(unchecked) var tagStart = 0
    /// What the addresses of the last element in XML start from, and the document that stands for it.
    var elementBase: (address: WebURL?, document: Int)
    /// The links of the response's header, which stand before the page however often it begins anew.
    private var leading: LinkBatch?
    private let makeBases: () -> DocumentBases
    /// Takes one line for each thing that is wrong.
    let warn: (String) -> Void
    /// The offsets of the start tags whose links are wanted; nil for all.
    var selectedTags: Set<Int>?
    /// Whether the links that are found stand outside of the elements that are wanted.
    @exclusivity(unchecked) var isOutOfScope = false

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - source: Where the page comes from, as the caller names it.
    ///   - record: Its number in the archive that holds it; nil for a page that is in none.
    ///   - options: What is taken.
    ///   - warn: Takes one line for each thing that is wrong with the page but does not end it.
    ///   - makeBases: Makes the bases of a page that begins, or begins anew.
    init(
        source: String, record: Int?, options: HarvestOptions, warn: @escaping (String) -> Void,
        makeBases: @escaping () -> DocumentBases
    ) {
        self.options = options
        describes = options.describes
        self.warn = warn
        self.makeBases = makeBases
        batch = LinkBatch(source: source, record: record)
        bases = makeBases()
        elementBase = (bases.base(of: 0, queryEncoder: nil), 0)
    }

    /// Ends the page: what is open ends with it.
    func finish() {
        closeAnchor()
        closeContent()
    }

    /// Takes the links out of the scan at its end.
    ///
    /// - Returns: The links; nil if there are none.
    func takeLinks() -> LinkBatch? {
        guard batch.count > 0 else { return nil }
        defer { batch = LinkBatch(following: batch) }
        return batch
    }

    /// The address that a document's links are resolved against; nil if there is none.
    func base(of document: Int, queryEncoder: QueryEncoder?) -> WebURL? {
        bases.base(of: document, queryEncoder: queryEncoder)
    }

    /// Takes the links that were found so far for those of the response's header.
    func keepLeadingLinks() {
        if batch.count > 0 { leading = batch }
    }

    func restart() {
        // What was handed on has taken them along.
        batch = isCommitted ? LinkBatch(following: batch) : leading ?? LinkBatch(following: batch)
        tagStart = batch.count
        bases = makeBases()
        wantsText = false
        current = OpenDocumentScan()
    }

    func startTag(_ tag: StartTag) -> Bool {
        // The HTML Standard takes `image` for a misspelt `img`, outside of SVG.
        var element = tag.element
        var elementIndex = tag.elementIndex
        if case .image = element, !tag.isForeign { (element, elementIndex) = (.img, Self.imgIndex) }
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
        default: break
        }
        if let selectedTags, outer.isEmpty { isOutOfScope = !selectedTags.contains(tag.offset) }
        if isOutOfScope, !options.marksOutOfScope { return false }
        tagStart = batch.count
        current.context = nil
        for index in 0..<tag.attributeCount {
            note(tag.attributeNumber(at: index), of: tag, element: element, elementIndex)
        }
        if batch.count > tagStart, describes, case .a = element {
            current.anchor = tagStart..<batch.count
            current.anchorText.removeAll()
            wantsText = true
        }
        switch element {
        case .style: takeContent(tag, element: element, elementIndex, .styleSheet)
        case .script:
            if let type = tag.value(of: AttributeNumber.type),
                ContentSniffing.essence(of: type) == "application/ld+json"
            {
                takeContent(tag, element: element, elementIndex, .linkedData)
            } else if options.includesScriptStrings {
                takeContent(tag, element: element, elementIndex, .scriptStrings)
            } else {
                return false
            }
        default: return false
        }
        return true
    }

    func endTag(_ element: ElementName) {
        switch element {
        case .a: closeAnchor()
        case .style, .script: closeContent()
        case .template: current.templateDepth = max(0, current.templateDepth - 1)
        default: break
        }
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

    /// Begins to collect an element's content, if there may be addresses in it.
    private func takeContent(
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
        let content = current.takeContent()
        if content.isCut {
            let limit = current.contentLimit >> 20
            // Lines are not counted where nobody asks for them.
            let place = context.position.line > 0 ? ": line \(context.position.line)" : ""
            warn("\(batch.source)\(place): only the first \(limit) MiB of a style, a script or JSON-LD are read")
        }
        content.bytes.withUnsafeBufferPointer { bytes in
            switch current.contentSyntax {
            case .linkedData: noteData(bytes)
            case .scriptStrings: ScriptAddresses.find(in: bytes) { noteContent($0, LinkRules.scriptStrings.kind) }
            default: CSSAddresses.find(in: bytes) { noteContent($0, LinkRules.styleSheet.kind) }
            }
        }
        current.contentContext = nil
        wantsText = !current.anchor.isEmpty
    }

    private func noteContent(_ address: UnsafeBufferPointer<UInt8>, _ kind: LinkKind) {
        add(
            address, kind: kind, attribute: LinkRecord.contentAttribute, in: current.contentContext, resolution: .style)
    }

    private func noteData(_ bytes: UnsafeBufferPointer<UInt8>) {
        for address in JSONLDAddresses.find(in: bytes) {
            var value = address.value
            value.withUTF8 {
                add(
                    $0, kind: address.kind, attribute: LinkRecord.contentAttribute, in: current.contentContext,
                    resolution: .document, text: address.text)
            }
        }
    }

    func position(of tag: StartTag) -> SourcePosition {
        current.position ?? (options.locates ? tag.position : SourcePosition(line: 0, column: 0, byte: 0))
    }
}
