import CLibXML2
import Syntax

/// The elements of a page that a CSS selector or an XPath expression selects, and their descendants.
///
/// CSS means level 3 with `:is()`, `:where()`, `:not()` of lists, `:has()` of simple selectors and `:nth-child(of)`.
/// XPath means 1.0; an expression starts with `/`, `(`, `.` or `xpath:`. A selector that starts with `css:` is always
/// CSS.
package struct ElementScope: Sendable {
    private static let messageByteCount = 200
    /// The maximum length of a selector in bytes, because libxml2's time grows with the square of the length.
    private static let longestSelector = 10_000

    /// The selector as written.
    package let selector: String
    /// The expression that libxml2 evaluates on HTML.
    private let xpath: String
    /// The expression that libxml2 evaluates on XML.
    private let xmlXPath: String
    /// The prefixes of names in the expression, each followed by a NUL, with one more NUL at the end.
    private let prefixes: [CChar]

    /// Parses a selector.
    ///
    /// - Parameter selector: A CSS selector or an XPath expression.
    /// - Throws: ``ElementScopeError/badSelector(_:reason:)``.
    package init(_ selector: String) throws {
        guard selector.utf8.count <= Self.longestSelector else {
            throw ElementScopeError.badSelector(
                "\(selector.prefix(40))...", reason: "longer than \(Self.longestSelector) bytes")
        }
        self.selector = selector
        let text = selector.drop { $0.isWhitespace }
        if text.hasPrefix("xpath:") {
            xpath = String(text.dropFirst("xpath:".count))
            xmlXPath = xpath
        } else if text.hasPrefix("/") || text.hasPrefix("(") || text.hasPrefix("./") || text.hasPrefix("../") {
            xpath = String(text)
            xmlXPath = xpath
        } else {
            let css = String(text.hasPrefix("css:") ? text.dropFirst("css:".count) : text)
            do throws(SelectorSyntaxError) {
                xpath = try SelectorParser.xpath(for: css)
                xmlXPath = try SelectorParser.xpath(for: css, inXML: true)
            } catch {
                throw ElementScopeError.badSelector(selector, reason: error.reason)
            }
        }
        prefixes = XPathText.prefixes(in: xpath).flatMap { $0.utf8.map(CChar.init(bitPattern:)) + [0] } + [0]
        var reason = ""
        let status = Self.withMessage(&reason) { leftoff_xpath_check(xpath, $0, Self.messageByteCount) }
        guard status == LEFTOFF_SELECT_DONE else {
            throw ElementScopeError.badSelector(selector, reason: reason.isEmpty ? "not an XPath expression" : reason)
        }
        // An expression whose value is not a set of elements is detected only when it is evaluated.
        _ = try Array("<p>".utf8).withUnsafeBufferPointer { try contains(startTags: [0], of: $0) }
    }

    /// Returns a value for each start tag of a page, true if its element is selected or inside a selected element.
    ///
    /// The tree is built by libxml2 from the given start tags and the end tags between them.
    ///
    /// - Parameters:
    ///   - startTags: The offsets of the `<` of the page's start tags in ascending order, as the tokenizer finds them.
    ///   - html: The page in UTF-8.
    /// - Returns: One value for each start tag, true if it is in scope.
    /// - Throws: ``ElementScopeError``.
    package func contains(startTags: [Int], of html: UnsafeBufferPointer<UInt8>) throws -> [Bool] {
        guard !startTags.isEmpty else { return [] }
        let numbered = NumberedTags.html(html, startTags: startTags)
        return try selection(count: startTags.count, xpath) { xpath, message, report, context in
            numbered.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { html in
                    guard let start = html.baseAddress else { return LEFTOFF_SELECT_DONE }
                    return leftoff_html_select(
                        start, html.count, xpath, prefixes, message, Self.messageByteCount, report, context)
                }
            }
        }
    }

    /// Returns a value for each element of an XML document, true if it is selected or inside a selected element.
    ///
    /// Names are compared as written in the document: `//a` selects an `a` without a prefix in any namespace, and
    /// `//svg:a` an `a` with this prefix. In CSS, names are compared without their prefixes.
    ///
    /// - Parameters:
    ///   - xml: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Returns: One value for each start tag in the order of ``XMLPushParser``, true if it is in scope.
    /// - Throws: ``ElementScopeError``, ``MarkupError``.
    package func contains(
        startTagsOf xml: UnsafeBufferPointer<UInt8>, contentType: String?
    ) throws -> [Bool] {
        let tree = try XMLTree(of: xml, contentType: contentType)
        return try selection(count: tree.elementCount, xmlXPath) { xpath, message, report, context in
            tree.select(xpath, prefixes, message, Self.messageByteCount, report, context)
        }
    }

    private typealias Report = @convention(c) (UnsafeMutableRawPointer, Int) -> Void

    /// Evaluates an expression and collects the numbers of the selected elements.
    private func selection(
        count: Int, _ xpath: String,
        _ select: (String, UnsafeMutablePointer<CChar>, Report, UnsafeMutableRawPointer) -> leftoff_select_status
    ) throws -> [Bool] {
        var selected = [Bool](repeating: false, count: count)
        var reason = ""
        let status = Self.withMessage(&reason) { message in
            selected.withUnsafeMutableBufferPointer { buffer in
                var buffer = buffer
                return withUnsafeMutablePointer(to: &buffer) { context in
                    select(
                        xpath, message,
                        { context, number in
                            let buffer = context.assumingMemoryBound(to: UnsafeMutableBufferPointer<Bool>.self)
                            if buffer.pointee.indices.contains(number) { buffer.pointee[number] = true }
                        }, context)
                }
            }
        }
        switch status {
        case LEFTOFF_SELECT_DONE: return selected
        case LEFTOFF_SELECT_TOO_DEEP: throw ElementScopeError.tooDeep
        case LEFTOFF_SELECT_TOO_LONG: throw ElementScopeError.tooLong(selector)
        case LEFTOFF_SELECT_NO_MEMORY: throw ElementScopeError.outOfMemory
        default:
            throw ElementScopeError.badSelector(selector, reason: reason.isEmpty ? "it selects no elements" : reason)
        }
    }

    private static func withMessage(
        _ text: inout String, _ body: (UnsafeMutablePointer<CChar>) -> leftoff_select_status
    ) -> leftoff_select_status {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: messageByteCount) { buffer in
            guard let start = buffer.baseAddress else { return LEFTOFF_SELECT_NO_MEMORY }
            start.pointee = 0
            let status = body(start)
            text = String(cString: start)
            return status
        }
    }
}

/// An error that prevents elements from being selected.
package enum ElementScopeError: Error, Hashable, CustomStringConvertible {
    /// The selector is malformed or uses an unsupported feature.
    case badSelector(String, reason: String)
    /// The elements of the page are nested too deeply for a tree.
    case tooDeep
    /// The selector takes too long on this page.
    case tooLong(String)
    /// Memory could not be allocated.
    case outOfMemory

    /// The error in one line.
    package var description: String {
        switch self {
        case .badSelector(let selector, let reason): "selector '\(selector)': \(reason)"
        case .tooDeep: "elements are nested more than 512 deep, too deep for a selector"
        case .tooLong(let selector): "selector '\(selector)': it takes too long on this page"
        case .outOfMemory: "out of memory"
        }
    }
}

/// A rewriter of pages, in which libxml2 then finds exactly the tags that the tokenizer found.
///
/// Start tags are numbered, and their attributes are quoted properly. End tags and text are kept; comments and scripts
/// are removed.
private enum NumberedTags {
    /// The maximum number of attributes of a tag.
    ///
    /// libxml2 compares each attribute with all others.
    private static let attributeLimit = 512

    /// The elements that contain only text.
    private static let rawText: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]

    /// Rewrites a page.
    ///
    /// - Parameters:
    ///   - html: The page in UTF-8.
    ///   - startTags: The offsets of its start tags in ascending order.
    /// - Returns: The page for libxml2.
    static func html(_ html: UnsafeBufferPointer<UInt8>, startTags: [Int]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(html.count + startTags.count * 24)
        var position = 0
        var rawName: [UInt8]?
        for (number, start) in startTags.enumerated() where start >= position && start + 1 < html.count {
            writeText(html, position..<start, after: rawName, to: &output)
            let end = number + 1 < startTags.count ? max(startTags[number + 1], start + 1) : html.count
            let (name, tagEnd) = writeTag(html, start..<min(end, html.count), number: number, to: &output)
            rawName = rawText.contains(String(decoding: name, as: UTF8.self).streamSafe) ? name : nil
            position = tagEnd
        }
        writeText(html, position..<html.count, after: rawName, to: &output)
        return output
    }

    /// Appends a start tag, and returns its name and the offset after it.
    private static func writeTag(
        _ html: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, number: Int, to output: inout [UInt8]
    ) -> ([UInt8], Int) {
        var index = range.lowerBound + 1
        let limit = range.upperBound
        let name = html[index..<limit].prefix { !isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
            .map(ASCII.lowercase)
        index += name.count
        output.append(UInt8(ascii: "<"))
        output.append(contentsOf: name.map { isNameByte($0) ? $0 : UInt8(ascii: "_") })
        write(LEFTOFF_TAG_ATTRIBUTE, value: Array(String(number).utf8)[...], to: &output)
        var count = 0
        while index < limit {
            while index < limit, isSpace(html[index]) || html[index] == UInt8(ascii: "/") { index += 1 }
            guard index < limit, html[index] != UInt8(ascii: ">") else { break }
            let nameStart = index
            index += 1
            while index < limit, !isSpace(html[index]), ![0x2F, 0x3E, 0x3D].contains(html[index]) { index += 1 }
            let attribute = html[nameStart..<index].map(ASCII.lowercase)
            let value = attributeValue(html, from: &index, before: limit)
            let text = String(decoding: attribute, as: UTF8.self)
            guard count < attributeLimit, attribute.first.map(ASCII.isAlpha) == true,
                attribute.allSatisfy(isNameByte), text != LEFTOFF_TAG_ATTRIBUTE
            else { continue }
            count += 1
            write(text, value: Array(html[value])[...], to: &output)
        }
        output.append(UInt8(ascii: ">"))
        return (name, min(index + 1, limit))
    }

    /// Returns the range of an attribute's value, which is empty if there is none, and skips it.
    private static func attributeValue(
        _ html: UnsafeBufferPointer<UInt8>, from index: inout Int, before limit: Int
    ) -> Range<Int> {
        while index < limit, isSpace(html[index]) { index += 1 }
        guard index < limit, html[index] == UInt8(ascii: "=") else { return 0..<0 }
        index += 1
        while index < limit, isSpace(html[index]) { index += 1 }
        guard index < limit, html[index] == 0x22 || html[index] == 0x27 else {
            let start = index
            while index < limit, !isSpace(html[index]), html[index] != UInt8(ascii: ">") { index += 1 }
            return start..<index
        }
        let quote = html[index]
        index += 1
        let start = index
        while index < limit, html[index] != quote { index += 1 }
        defer { index = min(index + 1, limit) }
        return start..<index
    }

    private static func write(_ attribute: String, value: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.append(0x20)
        output.append(contentsOf: attribute.utf8)
        output.append(contentsOf: "=\"".utf8)
        for byte in value {
            if byte == 0x22 { output.append(contentsOf: "&quot;".utf8) } else if byte != 0 { output.append(byte) }
        }
        output.append(0x22)
    }

    /// Appends the text and the end tags between two start tags.
    private static func writeText(
        _ html: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, after rawName: [UInt8]?, to output: inout [UInt8]
    ) {
        var index = range.lowerBound
        let limit = range.upperBound
        var raw = rawName
        while index < limit {
            let byte = html[index]
            guard byte == UInt8(ascii: "<"), index + 1 < limit else {
                if byte == UInt8(ascii: "<") {
                    output.append(contentsOf: "&lt;".utf8)
                } else if byte != 0 {
                    // Scripts and styles contain no text.
                    if raw == nil || raw == Array("title".utf8) || raw == Array("textarea".utf8) { output.append(byte) }
                }
                index += 1
                continue
            }
            let next = html[index + 1]
            if next == UInt8(ascii: "/"), index + 2 < limit, ASCII.isAlpha(html[index + 2]) {
                let name = html[(index + 2)..<limit].prefix(while: {
                    ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-")
                })
                .map(ASCII.lowercase)
                if raw == nil || raw == name {
                    raw = nil
                    output.append(contentsOf: "</".utf8)
                    output.append(contentsOf: name)
                    output.append(UInt8(ascii: ">"))
                    while index < limit, html[index] != UInt8(ascii: ">") { index += 1 }
                    index += 1
                    continue
                }
            } else if raw == nil, next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next == UInt8(ascii: "/") {
                index = declarationEnd(html, index..<limit)
                continue
            }
            if raw == nil { output.append(contentsOf: "&lt;".utf8) }
            index += 1
        }
    }

    /// Returns the offset after a comment, a declaration or similar markup.
    private static func declarationEnd(_ html: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        let isComment = html[range].starts(with: "<!--".utf8)
        var index = range.lowerBound + (isComment ? 4 : 2)
        while index < range.upperBound {
            let isEnd = html[index] == UInt8(ascii: ">")
            let isDashed = html[index - 1] == 0x2D && html[index - 2] == 0x2D
            if isEnd, !isComment || isDashed || html[range.lowerBound...].starts(with: "<!-->".utf8) {
                return index + 1
            }
            index += 1
        }
        return range.upperBound
    }

    private static func isSpace(_ byte: UInt8) -> Bool { ASCII.isWhitespace(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
    }
}

/// libxml2's tree of an XML document, built from the events of ``XMLPushParser``.
///
/// It has the same elements that other users of that parser receive, even for a malformed document.
private final class XMLTree: XMLHandler {
    private let tree: OpaquePointer

    /// Builds the tree of a document.
    ///
    /// - Parameters:
    ///   - xml: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Throws: ``ElementScopeError/outOfMemory``, ``MarkupError``.
    init(of xml: UnsafeBufferPointer<UInt8>, contentType: String?) throws {
        guard let tree = leftoff_xml_tree_create() else { throw ElementScopeError.outOfMemory }
        self.tree = tree
        let encoding = SniffedEncoding(ofXML: xml, contentType: contentType)
        let parser = try XMLPushParser(encoding: encoding, handler: self)
        parser.push(xml)
        // The harvest of the document's links reports its errors.
        _ = parser.finish()
    }

    deinit { leftoff_xml_tree_free(tree) }

    /// The number of elements.
    var elementCount: Int { leftoff_xml_tree_count(tree) }

    /// Evaluates an expression once; see `leftoff_xml_tree_select`.
    func select(
        _ xpath: String, _ prefixes: [CChar], _ message: UnsafeMutablePointer<CChar>, _ messageByteCount: Int,
        _ report: @convention(c) (UnsafeMutableRawPointer, Int) -> Void, _ context: UnsafeMutableRawPointer
    ) -> leftoff_select_status {
        leftoff_xml_tree_select(tree, xpath, prefixes, message, messageByteCount, report, context)
    }

    func startElement(_ element: XMLElement, position: () -> SourcePosition) {
        leftoff_xml_tree_start(tree, element.name.local, element.name.prefix)
        for attribute in element.attributes {
            leftoff_xml_tree_attribute(tree, attribute.name.local, attribute.name.prefix, attribute.value)
        }
    }

    func endElement(_ name: XMLName) { leftoff_xml_tree_end(tree) }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if let start = text.baseAddress { leftoff_xml_tree_text(tree, start, text.count) }
    }

    func processingInstruction(target: String, data: String, position: () -> SourcePosition) {}
}
