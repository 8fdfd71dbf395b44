/// A receiver of the tokens that ``HTMLTokenizer`` finds.
protocol TokenSink: TagPartSink {
    /// True if the sink receives comments and document type declarations; otherwise they are skipped.
    static var wantsDeclarations: Bool { get }
    /// True if the sink receives text at this point.
    var wantsText: Bool { get }
    /// True to stop the tokenizer.
    var isStopped: Bool { get }
    /// True if `<![CDATA[` starts a section at this point, because the current node is in SVG or MathML.
    var isInForeignContent: Bool { get }

    /// Receives the end of a start tag, after its name and attributes.
    ///
    /// - Parameters:
    ///   - range: The range of the tag in the window, including `<` and `>`.
    ///   - isSelfClosing: True if the tag ends with `/>`.
    /// - Returns: The kind of content if the element cannot contain tags; otherwise nil.
    mutating func startTag(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind?
    /// Receives the end of an end tag, after its name and attributes.
    mutating func endTag(_ range: Range<Int>)
    /// Receives a part of the text.
    ///
    /// - Parameters:
    ///   - range: The range of the part in the window.
    ///   - kind: The kind of content of the element around the text; nil if it may contain tags.
    ///   - isCDATA: True in a CDATA section, which contains no references.
    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool)
    /// Receives a comment.
    ///
    /// - Parameter range: The range of its content in the window.
    mutating func comment(_ range: Range<Int>)
    /// Receives a document type declaration.
    ///
    /// - Parameters:
    ///   - range: The range after the word DOCTYPE, without `>`.
    ///   - isClosed: True if the declaration ends with `>`.
    mutating func doctype(_ range: Range<Int>, isClosed: Bool)
}
