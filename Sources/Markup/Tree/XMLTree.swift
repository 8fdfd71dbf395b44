import CLibXML2

/// libxml2's tree of an XML document, built from the events of ``XMLPushParser``.
///
/// It has the same elements that other users of that parser receive, even for a malformed document.
final class XMLTree: XMLHandler {
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
        let parser = try XMLPushParser(contentType: contentType, handler: self)
        try parser.push(xml)
        // The harvest of the document's links reports its errors.
        _ = try parser.finish()
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
