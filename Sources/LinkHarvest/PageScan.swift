import Markup
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
    let describes: Bool
    let rules = RuleIndex.table
    private static let imgIndex = ElementName.img.index
    /// The document that is being read: the page, or a document in an attribute.
    @exclusivity(unchecked) var current = OpenDocumentScan()
    /// The documents around the current one, outermost first.
    @exclusivity(unchecked) var outer: [OpenDocumentScan] = []
    @exclusivity(unchecked) var scratch: [UInt8] = []
    /// The number of links before the current tag.
    @exclusivity(unchecked) var tagStart = 0
    /// The base of the last element in XML, and its index in `bases`.
    var elementBase: (address: WebURL?, document: Int)
    /// The base of the last link of a document other than HTML, and its index in `bases`; nil if the link has none.
    var linkBase: (url: WebURL, document: Int)?
    /// The links of the response's header fields, which are kept if the page is parsed again.
    private var leading: LinkBatch?
    /// The bases with which the page starts, and starts again if it is parsed again.
    private var initialBases: DocumentBases
    /// Receives one line for each problem.
    let warn: (String) -> Void
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
    func usesGET(_ tag: StartTag, _ element: ElementName) -> Bool {
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

    func position(of tag: StartTag) -> SourcePosition {
        current.position ?? (options.locates ? tag.position : SourcePosition(line: 0, column: 0, byte: 0))
    }
}
