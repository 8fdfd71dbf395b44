/// A receiver of the tags and the text of a document.
package protocol MarkupHandler: AnyObject {
    /// True if the handler is to receive the text between tags; read after each reported tag.
    var wantsText: Bool { get }
    /// Receives a start tag that the ``TagInterest`` contains.
    ///
    /// - Parameter tag: The tag, which is valid during the call.
    /// - Returns: True to receive the content of an element that contains only text, such as `style`. The content is
    ///   reported as text, followed by the end tag.
    func startTag(_ tag: StartTag) -> Bool
    /// Receives an end tag.
    ///
    /// - Parameter element: The element; `other` if ``ElementName`` does not list it.
    func endTag(_ element: ElementName)
    /// Receives a part of the text, with its character references replaced.
    ///
    /// - Parameter text: The part, split anywhere; valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// True if the document can no longer be read again from its start, so that a `<meta>` must not change the
    /// encoding.
    var isCommitted: Bool { get }
    /// Receives the start of the body, before the first tag in it.
    func bodyBegan()
    /// Discards all tags received since the body began, because a `frameset` replaces it.
    func bodyRemoved()
    /// Discards everything received, because a `<meta>` declares another encoding and the document is read again.
    func restart()
}

extension MarkupHandler {
    /// By default, the document can always be read again.
    package var isCommitted: Bool { false }
    /// Ignores the start of the body.
    package func bodyBegan() {}
    /// Ignores the removal of the body.
    package func bodyRemoved() {}
}
