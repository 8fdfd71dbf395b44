import Markup

/// Goes through one page and notes every address in it.
final class PageScan: MarkupHandler {
    /// A document: the page, or the value of a `srcdoc`.
    struct Document {
        /// The index of the document that it stands in.
        var parent: Int?
        /// The value of the first `<base href>`.
        var base: String?
    }

    /// How deep documents in `srcdoc` are followed.
    private static let deepestDocument = 4

    /// What was found, in document order.
    private(set) var found: [FoundAddress] = []
    /// The page, and after it the documents in it.
    private(set) var documents = [Document(parent: nil, base: nil)]

    private let source: String
    private let includesLazyLoading: Bool
    private var document = 0
    private var depth = 0
    /// The place of the `iframe` whose `srcdoc` is being scanned.
    private var outerPosition: SourcePosition?
    /// The link whose text is being collected: the indices of what was found in its tag.
    private var openAnchor: (found: Range<Int>, text: LinkText)?
    /// The content of a `style` element in SVG, and its tag.
    private var openStyle: (tag: StartTag, position: SourcePosition, css: [UInt8])?
    private var lastTag: (tag: StartTag, position: SourcePosition)?

    init(source: String, includesLazyLoading: Bool) {
        self.source = source
        self.includesLazyLoading = includesLazyLoading
    }

    /// Scans a text to its end.
    ///
    /// - Parameter text: The text of the page.
    /// - Returns: The encoding in which the page must be decoded and scanned anew, if it declares one late.
    /// - Throws: `MarkupError`.
    func run(_ text: DecodedText) throws -> CharacterEncoding? {
        let declared = try HTMLParser.parse(text, handler: self)
        closeAnchor()
        closeStyle()
        return declared
    }

    func startTag(_ tag: StartTag, position: () -> SourcePosition) {
        // The HTML Standard takes `image` for a misspelt `img`, outside of SVG.
        let element = tag.name == "image" && !tag.isForeign ? "img" : tag.name
        switch element {
        case "a": closeAnchor()
        case "base":
            if !tag.isForeign, documents[document].base == nil { documents[document].base = tag.value(of: "href") }
        case "img":
            if openAnchor != nil, let alternative = tag.value(of: "alt") { openAnchor?.text.appendApart(alternative) }
        case "style":
            let place = outerPosition ?? position()
            lastTag = (tag, place)
            if tag.isForeign { openStyle = (tag, place, []) }
        default: break
        }
        guard !tag.attributes.isEmpty else { return }

        let start = found.count
        var context: TagContext?
        var seen: [String] = []
        for attribute in tag.attributes {
            let rules = LinkRules.rules(for: attribute.name, of: element)
            guard !rules.isEmpty, !seen.contains(attribute.name) else { continue }
            seen.append(attribute.name)
            for rule in rules where holds(rule, for: tag) {
                let value = tag.value(of: attribute)
                let place = context?.position ?? outerPosition ?? position()
                if context == nil { context = TagContext(tag, element: element, position: place) }
                if let context { note(value, by: rule, in: context) }
            }
        }
        if element == "a", found.count > start { openAnchor = (start..<found.count, LinkText()) }
    }

    func endTag(_ name: String) {
        if name == "a" { closeAnchor() }
        if name == "style" { closeStyle() }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        openAnchor?.text.append(text)
        openStyle?.css.append(contentsOf: text)
    }

    func content(_ text: @autoclosure () -> String, of element: String) {
        guard element == "style", let lastTag else { return }
        noteStyle(text(), tag: lastTag.tag, position: lastTag.position)
    }

    private func closeAnchor() {
        guard let (range, text) = openAnchor else { return }
        openAnchor = nil
        guard let value = text.value else { return }
        for index in range { found[index].link.text = value }
    }

    private func closeStyle() {
        guard let (tag, position, css) = openStyle else { return }
        openStyle = nil
        noteStyle(String(decoding: css, as: UTF8.self), tag: tag, position: position)
    }

    private func noteStyle(_ css: String, tag: StartTag, position: SourcePosition) {
        let addresses = CSSAddresses.addresses(in: css)
        guard !addresses.isEmpty else { return }
        let context = TagContext(tag, element: tag.name, position: position)
        for address in addresses { add(address, kind: .css, attribute: "text()", in: context, resolution: .style) }
    }

    private func holds(_ rule: LinkRule, for tag: StartTag) -> Bool {
        switch rule.condition {
        case .always: true
        case .foreign: tag.isForeign
        case .attribute(let name, let value): tag.value(of: name).map { ASCII.lowercase($0) } == value
        case .addressProperty:
            [tag.value(of: "property"), tag.value(of: "name")].contains { name in
                name.map { LinkRules.addressProperties.contains(ASCII.lowercase($0)) } ?? false
            }
        case .lazyLoading: includesLazyLoading
        }
    }

    private func note(_ value: String, by rule: LinkRule, in context: TagContext) {
        let kind =
            rule.kind == .link ? LinkKind(relations: context.relations, type: context.type) : rule.kind
        func add(_ addresses: [String], resolution: FoundAddress.Resolution = .document) {
            for address in addresses {
                self.add(address, kind: kind, attribute: rule.attribute, in: context, resolution: resolution)
            }
        }
        switch rule.syntax {
        case .address: add([value])
        case .nonEmptyAddress: if !value.utf8.allSatisfy(ASCII.isWhitespace) { add([value]) }
        case .spaceList: add(ASCII.tokens(value))
        case .absoluteList: add(ASCII.tokens(value), resolution: .absolute)
        case .commaList: add(value.split(separator: ",").flatMap { ASCII.tokens(String($0)) })
        case .imageCandidates: add(ImageCandidates.addresses(in: value))
        case .refresh: add(DeclarativeRefresh.address(in: value).map { [$0] } ?? [])
        case .declarations: add(CSSAddresses.addresses(in: value), resolution: .style)
        case .document: scan(value, at: context.position)
        }
    }

    private func add(
        _ raw: String, kind: LinkKind, attribute: String, in context: TagContext, resolution: FoundAddress.Resolution
    ) {
        let link = HarvestedLink(
            url: nil, raw: raw, element: context.element, attribute: attribute, kind: kind, text: context.alternative,
            title: context.title, rel: context.relations, type: context.type, hreflang: context.hreflang,
            download: context.download, line: context.position.line, column: context.position.column,
            byte: context.position.byte, source: source)
        found.append(FoundAddress(link: link, resolution: resolution, document: document))
    }

    /// Scans a document that an attribute holds.
    ///
    /// A failure there costs only that document's links.
    private func scan(_ html: String, at position: SourcePosition) {
        guard depth < Self.deepestDocument, let text = try? DecodedText(html) else { return }
        let saved = (document, outerPosition, openAnchor, openStyle, lastTag)
        documents.append(Document(parent: document, base: nil))
        (document, outerPosition, openAnchor, openStyle) = (documents.count - 1, position, nil, nil)
        depth += 1
        _ = try? run(text)
        depth -= 1
        (document, outerPosition, openAnchor, openStyle, lastTag) = saved
    }
}
