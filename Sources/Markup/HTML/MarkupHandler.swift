/// What takes the tags and the text of a document as they come.
package protocol MarkupHandler: AnyObject {
    /// A start tag that stands in the document. Elements that the parser adds by itself are not reported.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - position: Finds where the tag stands; it takes time, so it is asked only for tags that matter.
    func startTag(_ tag: StartTag, position: () -> SourcePosition)
    /// An element's end, by its end tag or because something else closed it. Elements with text content report none.
    ///
    /// - Parameter name: The element's name in lower case.
    func endTag(_ name: String)
    /// A part of the text between tags, character references replaced.
    ///
    /// - Parameter text: The part; it may be any part. Valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// The content of an element that holds text only, such as `title` and `style`. It follows the start tag at once.
    ///
    /// - Parameters:
    ///   - text: The content, character references replaced where they count.
    ///   - element: The element's name in lower case.
    func content(_ text: @autoclosure () -> String, of element: String)
}
