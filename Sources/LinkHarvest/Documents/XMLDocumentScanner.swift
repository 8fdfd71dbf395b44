import Markup
import Syntax
import WHATWGURL

/// A scanner for the links of an XML document that arrives in parts: feeds, site maps, outlines, and XLink in any XML.
///
/// The base of a link is given by every `xml:base` around it, or otherwise by the origin. Elements of XHTML, SVG and
/// MathML are reported as HTML elements.
final class XMLDocumentScanner: XMLHandler {
    /// The vocabulary of the document, which its root element determines; nil before that.
    package private(set) var vocabulary: XMLVocabulary?

    private let origin: DocumentOrigin
    private let encoding: SniffedEncoding
    private unowned let sink: any DocumentSink
    private var parser: XMLPushParser?
    private var rootNamespace: String?
    private var open: [OpenElement] = []
    private var names: [ObjectIdentifier: (name: XMLName, elementName: XMLElementName)] = [:]
    private var waiting = WaitingLinks()
    private var content: ElementContent?
    private var forwarded = 0
    /// A value for each start tag, true if it is in scope; nil if all are.
    private let startTagsInScope: [Bool]?
    private var startTagCount = 0

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - origin: The document's name and base URL.
    ///   - encoding: The encoding that the document's head determines.
    ///   - sink: Receives the findings; it must outlive the scanner.
    ///   - startTagsInScope: A value for each start tag, true if it is in scope; nil if all are. Findings that are out
    ///     of scope are marked.
    init(
        origin: DocumentOrigin, encoding: SniffedEncoding, sink: any DocumentSink, startTagsInScope: [Bool]? = nil
    ) {
        self.startTagsInScope = startTagsInScope
        self.origin = origin
        self.encoding = encoding
        self.sink = sink
    }

    package func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        try started().push(bytes)
    }

    package func finish() throws {
        let failure = try started().finish()
        closeContent()
        waiting.flush(into: sink)
        if let failure { sink.warning("\(origin.source): \(failure)") }
    }

    private func started() throws -> XMLPushParser {
        if let parser { return parser }
        let parser = try XMLPushParser(encoding: encoding, handler: self)
        self.parser = parser
        return parser
    }

    // The parser's events.

    package func startElement(_ element: XMLElement, position: () -> SourcePosition) {
        if vocabulary == nil {
            vocabulary = XMLVocabulary(root: element.name)
            rootNamespace = element.name.namespace
        }
        let name = elementName(element.name)
        let parent = open.last
        var base = parent?.base
        let hasAttributes = !element.attributes.isEmpty
        if hasAttributes, let value = element.value(of: "base", in: XMLNamespace.xml) {
            base = elementBase(value, base) ?? base
        }
        let rules = name.rules(in: parent?.name)
        let isForwarded = name.isMarkup && rules.isEmpty
        if name.isItem { waiting.flush(into: sink) }
        if name.isTitled { waiting.open() }
        let isOutOfScope = isNextOutOfScope()
        open.append(OpenElement(name: name, base: base, isForwarded: isForwarded))

        if isForwarded {
            waiting.flush(into: sink)
            forwarded += 1
            sink.startElement(
                EmbeddedElement(
                    element: element, base: base ?? origin.base, position: position(), isOutOfScope: isOutOfScope))
            return
        }
        let xlink = hasAttributes ? element.value(of: "href", in: XMLNamespace.xlink) : nil
        guard xlink != nil || rules.contains(where: { $0.location != .title }) else {
            if !rules.isEmpty { begin(.title, of: name, base: base, at: nil, isOutOfScope: isOutOfScope) }
            return
        }
        let context = Context(
            element: element, name: name, base: base, position: position(), isOutOfScope: isOutOfScope)
        for rule in rules { apply(rule, in: context) }
        if let value = xlink {
            let kind: LinkKind = element.value(of: "show", in: XMLNamespace.xlink) == "embed" ? .object : .anchor
            addLink(value, attribute: "xlink:href", kind: kind, in: context)
        }
    }

    package func endElement(_ name: XMLName) {
        if content?.depth == open.count { closeContent() }
        guard let element = open.popLast() else { return }
        if element.isForwarded {
            forwarded -= 1
            sink.endElement(name)
        }
        if element.name.isTitled { waiting.close() }
        if element.name.isItem { waiting.flush(into: sink) }
    }

    package func text(_ text: UnsafeBufferPointer<UInt8>) {
        if content != nil { content?.append(text) }
        if forwarded > 0 { sink.text(text) }
    }

    package func processingInstruction(target: String, data: String, position: () -> SourcePosition) {
        guard target == "xml-stylesheet", vocabulary == nil else { return }
        let attributes = PseudoAttributes.parse(data)
        guard let href = attributes["href"] else { return }
        var link = DocumentLink(
            element: target, attribute: "href", kind: .style, position: position(), base: origin.base)
        link.title = attributes["title"]
        link.type = attributes["type"]
        // An instruction is not part of any element, so a scope excludes it.
        link.isOutOfScope = startTagsInScope != nil
        sink.link(href, link)
    }

    /// Advances to the next start tag, and returns true if it is out of scope.
    private func isNextOutOfScope() -> Bool {
        guard let startTagsInScope else { return false }
        defer { startTagCount += 1 }
        return !startTagsInScope.indices.contains(startTagCount) || !startTagsInScope[startTagCount]
    }

    // Links.

    private func apply(_ rule: XMLAddressRule, in context: Context) {
        let element = context.element
        switch rule.location {
        case .attribute(let attribute):
            guard let value = element.value(of: attribute), !value.utf8.allSatisfy(ASCII.isWhitespace) else { return }
            let kind = FeedLinkKind.kind(of: element, by: rule.kind)
            addLink(value, attribute: ASCII.lowercase(attribute), kind: kind, in: context)
        case .content:
            if context.name.key == "rss:guid", element.value(of: "isPermaLink") == "false" { return }
            begin(.address(FeedLinkKind.kind(of: element, by: rule.kind)), in: context)
        case .html:
            if context.name.key.hasPrefix("atom:"), !FeedLinkKind.isHTML(element.value(of: "type")) { return }
            if element.value(of: "src") != nil { return }
            begin(.html, in: context)
        case .title: begin(.title, in: context)
        }
    }

    private func addLink(_ value: String, attribute: String, kind: LinkKind, in context: Context) {
        let element = context.element
        let isOutline = context.name.key == "opml:outline"
        let text = isOutline ? element.value(of: "text") ?? element.value(of: "title") : nil
        var link = DocumentLink(
            element: context.name.shown, attribute: attribute, kind: kind, position: context.position,
            base: context.base ?? origin.base)
        link.text = text.flatMap { LinkText.collapsed($0.utf8) }
        if element.name.local == "link" { link.relations = element.value(of: "rel") }
        if !isOutline {
            link.title = element.value(of: "title")
            link.type = element.value(of: "type")
        }
        link.language = element.value(of: "hreflang")
        link.isOutOfScope = context.isOutOfScope
        waiting.add(.link(link, value: value))
        if waiting.areTooMany { waiting.flush(into: sink) }
    }

    private func begin(_ purpose: ElementContent.Purpose, in context: Context) {
        begin(
            purpose, of: context.name, base: context.base, at: context.position, isOutOfScope: context.isOutOfScope)
    }

    private func begin(
        _ purpose: ElementContent.Purpose, of name: XMLElementName, base: WebURL?, at position: SourcePosition?,
        isOutOfScope: Bool
    ) {
        // If such elements are nested, the outer one is read.
        guard content == nil else { return }
        content = ElementContent(
            purpose: purpose, name: name, base: base, position: position, depth: open.count, isOutOfScope: isOutOfScope)
    }

    private func closeContent() {
        guard let content else { return }
        self.content = nil
        let text = content.text
        switch content.purpose {
        case .title: waiting.setTitle(LinkText.collapsed(text.utf8))
        case .html:
            guard let position = content.position, text.utf8.contains(UInt8(ascii: "<")) else { return }
            if content.isCut {
                sink.warning("\(origin.source): line \(position.line): only the first 8 MiB of this text are read")
            }
            waiting.add(
                .html(
                    EmbeddedHTML(
                        html: text, base: content.base ?? origin.base, element: content.name.shown, position: position,
                        isOutOfScope: content.isOutOfScope)))
        case .address(let kind):
            let value = text.trimmingASCIIWhitespace()
            guard let position = content.position, !value.isEmpty, !content.isCut else { return }
            // Many guids are not URLs, although the feed does not say so.
            if content.name.key == "rss:guid", WebURL(value) == nil { return }
            var link = DocumentLink(
                element: content.name.shown, attribute: "text()", kind: kind, position: position,
                base: content.base ?? origin.base)
            link.isOutOfScope = content.isOutOfScope
            waiting.add(.link(link, value: value))
        }
        if waiting.areTooMany { waiting.flush(into: sink) }
    }

    private func elementBase(_ value: String, _ base: WebURL?) -> WebURL? {
        guard value.utf8.count <= LinkLimits.elementBaseByteCount, let url = WebURL(value, base: base ?? origin.base),
            url.href.utf8.count <= LinkLimits.elementBaseByteCount
        else { return nil }
        return url
    }

    // Names.

    private func elementName(_ name: XMLName) -> XMLElementName {
        if let known = names[ObjectIdentifier(name)] { return known.elementName }
        let elementName = XMLElementName(name, vocabulary: vocabulary ?? .other, rootNamespace: rootNamespace)
        // Limited, so that hostile documents cannot exhaust the memory.
        if names.count < 4096 { names[ObjectIdentifier(name)] = (name, elementName) }
        return elementName
    }

    private struct OpenElement {
        var name: XMLElementName
        var base: WebURL?
        var isForwarded: Bool
    }

    private struct Context {
        var element: XMLElement
        var name: XMLElementName
        var base: WebURL?
        var position: SourcePosition
        var isOutOfScope: Bool
    }
}

/// The content of an element of a feed while it is being collected.
private struct ElementContent {
    /// The purpose of the content.
    enum Purpose: Equatable {
        case address(LinkKind)
        case html
        case title

        /// The maximum length in bytes, which no real URL or item exceeds.
        var byteLimit: Int {
            switch self {
            case .address: 1 << 16
            case .html: 1 << 23
            case .title: 1 << 10
            }
        }
    }

    let purpose: Purpose
    let name: XMLElementName
    let base: WebURL?
    let position: SourcePosition?
    /// The number of open elements when the element started.
    let depth: Int
    /// True if the element is outside of the selected elements.
    let isOutOfScope: Bool
    private var bytes: [UInt8] = []
    /// True if the content was truncated.
    private(set) var isCut = false

    init(
        purpose: Purpose, name: XMLElementName, base: WebURL?, position: SourcePosition?, depth: Int, isOutOfScope: Bool
    ) {
        self.purpose = purpose
        self.name = name
        self.base = base
        self.position = position
        self.depth = depth
        self.isOutOfScope = isOutOfScope
    }

    /// The text collected so far.
    var text: String { String(decoding: bytes, as: UTF8.self).streamSafe }

    mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
        let available = purpose.byteLimit - bytes.count
        if part.count > available { isCut = true }
        bytes.append(contentsOf: part.prefix(available))
    }
}

/// A buffer for the findings in an item, until its title is known.
struct WaitingLinks {
    enum Finding {
        case link(DocumentLink, value: String)
        case html(EmbeddedHTML)
    }

    private struct Scope {
        var title: String?
        var start: Int
    }

    private var findings: [Finding] = []
    private var scopes: [Scope] = []

    /// The maximum number of findings, and the maximum of their total length in bytes.
    private static let limit = (count: 10_000, byteCount: LinkLimits.pendingByteCount)

    private var byteCount = 0

    /// True if the buffer is so full that its findings must be reported without a title.
    var areTooMany: Bool { findings.count >= Self.limit.count || byteCount >= Self.limit.byteCount }

    mutating func add(_ finding: Finding) {
        switch finding {
        case .link(_, let value): byteCount += value.utf8.count
        case .html(let html): byteCount += html.html.utf8.count
        }
        findings.append(finding)
    }

    /// Starts an element whose title is the text of the links in it.
    mutating func open() {
        scopes.append(Scope(title: nil, start: findings.count))
    }

    /// Ends the innermost element.
    mutating func close() {
        guard let scope = scopes.popLast() else { return }
        setText(scope.title, from: scope.start)
    }

    /// Sets the title of the innermost element, unless it has one.
    mutating func setTitle(_ title: String?) {
        guard let last = scopes.indices.last, scopes[last].title == nil else { return }
        scopes[last].title = title
    }

    /// Reports all findings.
    ///
    /// - Parameter sink: Receives the findings.
    mutating func flush(into sink: any DocumentSink) {
        guard !findings.isEmpty else { return }
        for index in scopes.indices.reversed() {
            setText(scopes[index].title, from: scopes[index].start)
            scopes[index].start = 0
        }
        for finding in findings {
            switch finding {
            case .link(let link, let value): sink.link(value, link)
            case .html(let html): sink.html(html)
            }
        }
        findings.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    private mutating func setText(_ text: String?, from start: Int) {
        guard let text else { return }
        for index in findings.indices.dropFirst(start) {
            guard case .link(var link, let value) = findings[index], link.text == nil else { continue }
            link.text = text
            findings[index] = .link(link, value: value)
        }
    }
}

/// The pseudo-attributes of `<?xml-stylesheet ?>` (Associating Style Sheets with XML documents 1.0, section 4).
private enum PseudoAttributes {
    /// Parses pseudo-attributes.
    ///
    /// - Parameter data: The text after the instruction's target.
    /// - Returns: The values by name, up to the first syntax error.
    static func parse(_ data: String) -> [String: String] {
        let bytes = Array(data.utf8)
        var found: [String: String] = [:]
        var position = 0
        while true {
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            let name = bytes[position...].prefix { $0 != UInt8(ascii: "=") && !ASCII.isWhitespace($0) }
            position = name.endIndex
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return found }
            position += 1
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[position]),
                let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
            else { return found }
            let key = String(decoding: name, as: UTF8.self)
            if found[key] == nil { found[key] = decoded(bytes[(position + 1)..<end]) }
            position = end + 1
        }
    }

    private static let predefined: [String: UInt8] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

    private static func decoded(_ value: ArraySlice<UInt8>) -> String {
        var text = ""
        var rest = value
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += String(decoding: rest[..<start], as: UTF8.self)
            guard let end = rest[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
            else {
                text += "&"
                rest = rest[(start + 1)...]
                continue
            }
            text.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return (text + String(decoding: rest, as: UTF8.self)).streamSafe
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        if let byte = predefined[reference] { return Unicode.Scalar(byte) }
        guard reference.hasPrefix("#") else { return nil }
        let digits = reference.dropFirst()
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init)
    }
}
