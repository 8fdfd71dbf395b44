/// A receiver of the tags and the text of a document.
package protocol MarkupHandler: AnyObject {
    /// True if text between tags is wanted now; read after each reported tag.
    var wantsText: Bool { get }
    /// Receives a start tag that is in the document and in the interest.
    ///
    /// - Parameter tag: The tag, which is valid during the call.
    /// - Returns: True to receive the content of an element that contains only text, such as `style`. It arrives as
    ///   text, followed by the end of the element.
    func startTag(_ tag: StartTag) -> Bool
    /// Receives an end tag.
    ///
    /// - Parameter element: The element; `other` for one without a case of its own.
    func endTag(_ element: ElementName)
    /// Receives a part of the text, with its character references replaced.
    ///
    /// - Parameter text: The part, split anywhere; valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// True if it is too late to start over, so that a `<meta>` no longer changes the encoding.
    var isCommitted: Bool { get }
    /// Discards everything received: a `<meta>` declares another encoding, and the document is read again.
    func restart()
}

extension MarkupHandler {
    /// It is never too late.
    package var isCommitted: Bool { false }
}
