extension StartTag {
    /// Creates a start tag for an element of XHTML, SVG or MathML in XML.
    ///
    /// - Parameters:
    ///   - element: The element with its attributes.
    ///   - isForeign: True if it belongs to SVG or MathML.
    ///   - position: The position of the element.
    ///   - interest: The attributes to include.
    ///   - body: Receives the tag, which is valid during the call.
    package static func withTag(
        of element: XMLElement, isForeign: Bool, position: SourcePosition, interest: TagInterest,
        _ body: (StartTag) -> Void
    ) {
        let name = ASCII.lowercase(element.name.local)
        let known = ElementName(rawValue: name) ?? .other
        var text = Array(name.utf8)
        let nameEnd = text.count
        var slots = AttributeSlots()
        defer { slots.deallocate() }
        for attribute in element.attributes {
            // HTML knows XLink by its usual prefix only.
            let isXLink = attribute.name.namespace == "http://www.w3.org/1999/xlink"
            let name = isXLink ? "xlink:\(attribute.name.local)" : attribute.name.qualified
            guard let number = interest.number(of: ASCII.lowercase(name)) else { continue }
            let start = text.count
            // The attribute values of a tag contain references, but those of XML have been replaced already, so `&` is
            // escaped again.
            for byte in attribute.value.utf8 {
                if byte == UInt8(ascii: "&") { text.append(contentsOf: "&amp;".utf8) } else { text.append(byte) }
            }
            slots.add(number, value: start..<text.count)
        }
        let positions = TextPositions(at: position)
        text.withUnsafeBufferPointer { text in
            guard let window = text.baseAddress else { return }
            body(
                StartTag(
                    element: known, elementIndex: known.index,
                    name: UnsafeBufferPointer(rebasing: text[..<nameEnd]), isForeign: isForeign, isSelfClosing: false,
                    offset: 0, attributes: slots, window: window, positions: Unmanaged.passUnretained(positions)))
        }
        withExtendedLifetime(positions) {}
    }
}
