/// What takes the tags and the text of a document as they come.
package protocol MarkupHandler: AnyObject {
    /// Whether text between tags is wanted now; asked after each tag that is reported.
    var wantsText: Bool { get }
    /// A start tag that stands in the document and that the interest covers.
    ///
    /// - Parameter tag: The tag, valid during the call.
    /// - Returns: Whether the content is wanted of an element that holds only text, such as `style`. It comes as text,
    ///   followed by the end of the element.
    func startTag(_ tag: StartTag) -> Bool
    /// An end tag.
    ///
    /// - Parameter element: The element; `other` for one without a name of its own here.
    func endTag(_ element: ElementName)
    /// A part of the text, character references replaced.
    ///
    /// - Parameter text: The part; it may be any part. Valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// Whether it is too late to begin anew, so that a `<meta>` no longer changes the encoding.
    var isCommitted: Bool { get }
    /// All that came before is void: a `<meta>` declares another encoding, and the document is read anew.
    func restart()
}

extension MarkupHandler {
    /// It is never too late.
    package var isCommitted: Bool { false }
}
