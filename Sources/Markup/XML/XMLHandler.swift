/// A receiver of the elements and the text of an XML document.
package protocol XMLHandler: AnyObject {
    /// Receives a start tag or an empty-element tag; ``endElement(_:)`` follows for both.
    ///
    /// - Parameters:
    ///   - element: The start tag with its attributes.
    ///   - position: Returns the position of the tag's `<`. For a tag that comes from an entity, it is the position of
    ///     the reference's `&`.
    func startElement(_ element: XMLElement, position: () -> SourcePosition)
    /// Receives the end of an element.
    ///
    /// - Parameter name: The name of the element that ends.
    func endElement(_ name: XMLName)
    /// Receives a part of the text between tags, including CDATA, with its entities replaced.
    ///
    /// - Parameter text: The part in UTF-8, split anywhere; valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// Receives a processing instruction.
    ///
    /// - Parameters:
    ///   - target: The name of the instruction.
    ///   - data: The text after the name.
    ///   - position: Returns the position of its `<`.
    func processingInstruction(target: String, data: String, position: () -> SourcePosition)
}
