import LinkHarvest
import Markup
import Syntax
import WHATWGURL

/// The elements of a page that a fragment can lead to (HTML Standard, section 7.4.6.4).
struct FragmentTargets: Sendable, Hashable {
    /// The maximum number of names kept for a page.
    ///
    /// A page with more names is assumed to have every target.
    private static let maximumCount = 200_000

    // Hashes are stored instead of names, because the pages of a site have millions of them.
    private var hashes: Set<UInt64> = []

    /// An estimate of the memory of the targets, in bytes.
    var cost: Int { 24 * hashes.count }

    /// Adds a name.
    mutating func insert(_ name: some Sequence<UInt8>) {
        if hashes.count <= Self.maximumCount { hashes.insert(Self.hash(name)) }
    }

    /// Returns true if the page has a target with the name in a fragment, as written or percent-decoded.
    func contains(_ fragment: String) -> Bool {
        if hashes.count > Self.maximumCount || hashes.contains(Self.hash(fragment.utf8)) { return true }
        let decoded = PercentEncoding.decode(fragment)
        return hashes.contains(Self.hash(decoded))
            || String(decoding: decoded, as: UTF8.self).streamSafe.lowercased() == "top"
    }

    /// Returns the part of a URL's fragment that names a target.
    ///
    /// - Returns: The name; nil for a URL without a fragment, with an empty one, or with only a text directive.
    static func fragment(of url: WebURL) -> String? {
        guard let fragment = url.fragment else { return nil }
        let name = fragment.firstRange(of: ":~:").map { String(fragment[..<$0.lowerBound]) } ?? fragment
        return name.isEmpty ? nil : name
    }

    private static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash = FNVHash()
        hash.add(name)
        return hash.value
    }
}

/// A scanner for the fragment targets of a page that is read in parts: the `id` of any element and the `name` of an
/// `a`, outside of templates, whose content is not part of the document.
///
/// XHTML is read as XML if it is well-formed, as harvests do, so that `<title/>` does not hide the elements after it.
final class FragmentTargetScanner {
    private let contentType: String?
    private let name: String?
    private var head = DocumentHead()
    private var html: HTMLTargets?
    private var xhtml: XHTMLTargets?
    private var hasBegun = false

    /// Creates a scanner for one page.
    ///
    /// - Parameters:
    ///   - contentType: The media type of the response, which may specify the encoding; nil if there was none.
    ///   - name: The path of the page's URL; nil if it is unknown.
    init(contentType: String? = nil, name: String? = nil) {
        self.contentType = contentType
        self.name = name
    }

    /// The targets found so far; nil if the document is not a page.
    var targets: FragmentTargets? {
        guard let xhtml else { return html?.targets }
        guard xhtml.isPage == true else { return nil }
        return xhtml.isWellFormed ? xhtml.targets : html?.targets
    }

    /// Scans the next bytes of the page.
    ///
    /// - Parameter bytes: Bytes that are valid during the call.
    /// - Throws: `MarkupError`.
    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        let bytes = bytes.bindMemory(to: UInt8.self)
        if hasBegun { return try scan(bytes) }
        try head.receive(bytes) { try begin($0) }
    }

    /// Ends the page.
    ///
    /// - Throws: `MarkupError`.
    func finish() throws {
        if !hasBegun { try head.finish { try begin($0) } }
        xhtml?.finish()
        try html?.finish()
    }

    private func begin(_ head: UnsafeBufferPointer<UInt8>) throws {
        hasBegun = true
        let kind = DocumentKind(contentType: contentType, name: name, bytes: head)
        guard kind == .html || kind == .xml else { return }
        html = HTMLTargets(SniffedEncoding(ofHead: head, contentType: contentType, isLocal: false))
        if kind == .xml { xhtml = XHTMLTargets(SniffedEncoding(ofXML: head, contentType: contentType)) }
        try scan(head)
    }

    private func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        xhtml?.receive(bytes)
        try html?.receive(bytes)
    }
}

/// The targets of a page that is read as HTML.
private final class HTMLTargets: MarkupHandler {
    private static let interest = TagInterest(elements: [.template], triggers: ["id", "name"], attributes: [])

    private(set) var targets = FragmentTargets()
    private var reader: HTMLReader?
    private var templateDepth = 0

    init(_ encoding: SniffedEncoding) {
        reader = HTMLReader(interest: Self.interest, handler: self, encoding: encoding, countsLines: false)
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws { try reader?.receive(bytes) }

    func finish() throws {
        // The reader refers to the handler, so a reference cycle is broken here.
        defer { reader = nil }
        try reader?.finish()
    }

    var wantsText: Bool { false }

    func startTag(_ tag: StartTag) -> Bool {
        if templateDepth == 0 {
            for index in 0..<tag.attributeCount {
                let number = tag.attributeNumber(at: index)
                guard number == 0 || tag.element == .a, let name = tag.value(of: number), !name.isEmpty else {
                    continue
                }
                targets.insert(name.utf8)
            }
        }
        if tag.element == .template, !tag.isForeign { templateDepth += 1 }
        return false
    }

    func endTag(_ element: ElementName) {
        if element == .template { templateDepth = max(0, templateDepth - 1) }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {}

    func restart() { (targets, templateDepth) = (FragmentTargets(), 0) }
}

/// The targets of a page that is read as XHTML.
private final class XHTMLTargets: XMLHandler {
    private static let namespace = "http://www.w3.org/1999/xhtml"

    private(set) var targets = FragmentTargets()
    /// True if the root element is `html`; nil before it.
    private(set) var isPage: Bool?
    /// True after the end of a document without errors.
    private(set) var isWellFormed = false
    private var parser: XMLPushParser?
    private var templateDepth = 0

    init(_ encoding: SniffedEncoding) { parser = try? XMLPushParser(encoding: encoding, handler: self) }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) { parser?.push(bytes) }

    func finish() {
        defer { parser = nil }
        guard let parser else { return }
        isWellFormed = parser.finish() == nil
    }

    func startElement(_ element: XMLElement, position: () -> SourcePosition) {
        let isXHTML = element.name.namespace == Self.namespace
        if isPage == nil { isPage = element.name.local == "html" }
        if templateDepth == 0 {
            if let id = element.value(of: "id"), !id.isEmpty { targets.insert(id.utf8) }
            if isXHTML, element.name.local == "a", let name = element.value(of: "name"), !name.isEmpty {
                targets.insert(name.utf8)
            }
        }
        if isTemplate(element.name) { templateDepth += 1 }
    }

    func endElement(_ name: XMLName) {
        if isTemplate(name) { templateDepth = max(0, templateDepth - 1) }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {}
    func processingInstruction(target: String, data: String, position: () -> SourcePosition) {}

    private func isTemplate(_ name: XMLName) -> Bool { name.local == "template" && name.namespace == Self.namespace }
}
