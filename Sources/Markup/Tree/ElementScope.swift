import CLibXML2

/// The elements of a page that a CSS selector or an XPath expression selects, and their descendants.
///
/// CSS means level 3 with `:is()`, `:where()`, `:not()` of lists, `:has()` of simple selectors and `:nth-child(of)`.
/// XPath means 1.0; an expression starts with `/`, `(`, `.` or `xpath:`. A selector that starts with `css:` is always
/// CSS.
package struct ElementScope: Sendable {
    private static let messageByteCount = 200
    /// The maximum length of a selector in bytes, because libxml2's time grows with the square of the length.
    package static let longestSelector = 10_000

    /// The selector as written.
    package let selector: String
    /// The expression that libxml2 evaluates on HTML.
    package let xpath: String
    /// The expression that libxml2 evaluates on XML.
    package let xmlXPath: String
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
