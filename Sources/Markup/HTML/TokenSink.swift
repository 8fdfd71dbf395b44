/// A receiver of the tokens that ``HTMLTokenizer`` finds.
protocol TokenSink: TagPartSink {
    /// True if comments and document type declarations are wanted; otherwise they are skipped.
    static var wantsDeclarations: Bool { get }
    /// True if text is wanted here.
    var wantsText: Bool { get }
    /// True to stop the tokenizer.
    var isStopped: Bool { get }
    /// True if `<![CDATA[` starts a section here because the current node is in SVG or MathML.
    var isInForeignContent: Bool { get }

    /// Receives the end of the start tag whose parts were received last.
    ///
    /// - Parameters:
    ///   - range: The range of the tag in the window, including `<` and `>`.
    ///   - isSelfClosing: True if the tag ends with `/>`.
    /// - Returns: The kind of content, if the element contains no tags.
    mutating func startTag(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind?
    /// Receives the end of the end tag whose parts were received last.
    mutating func endTag(_ range: Range<Int>)
    /// Receives a part of the text.
    ///
    /// - Parameters:
    ///   - range: The range of the part in the window.
    ///   - kind: The kind of content of the element around it; nil between tags.
    ///   - isCDATA: True in a CDATA section, where there are no references.
    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool)
    /// Receives a comment, as the range of its content in the window.
    mutating func comment(_ range: Range<Int>)
    /// Receives a document type declaration.
    ///
    /// - Parameters:
    ///   - range: The range after the word DOCTYPE, without `>`.
    ///   - isClosed: True if the `>` is there.
    mutating func doctype(_ range: Range<Int>, isClosed: Bool)
}
