/// What takes the elements and the text of an XML document as they come.
package protocol XMLHandler: AnyObject {
    /// A start tag, or an empty-element tag, which an end follows.
    ///
    /// - Parameters:
    ///   - element: The tag.
    ///   - position: Finds the tag's `<`; for a tag out of an entity, the `&` of the reference.
    func startElement(_ element: XMLElement, position: () -> SourcePosition)
    /// An element's end.
    ///
    /// - Parameter name: The element's name.
    func endElement(_ name: XMLName)
    /// A part of the text between tags, CDATA too, entities replaced.
    ///
    /// - Parameter text: The part, in UTF-8; it may be any part. Valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// A processing instruction.
    ///
    /// - Parameters:
    ///   - target: Its name.
    ///   - data: What follows the name.
    ///   - position: Finds its `<`.
    func processingInstruction(target: String, data: String, position: () -> SourcePosition)
}
