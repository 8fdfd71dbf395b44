/// What takes the tokens of a document as ``HTMLTokenizer`` finds them.
protocol TokenSink: TagPartSink {
    /// Whether comments and document type declarations are taken; otherwise they are passed over part by part.
    static var takesDeclarations: Bool { get }
    /// Whether text is taken at this place.
    var wantsText: Bool { get }
    /// Whether the tokenizer shall stop.
    var isStopped: Bool { get }
    /// Whether `<![CDATA[` begins a section here: whether the current node is in SVG or MathML.
    var isInForeignContent: Bool { get }

    /// The start tag whose parts came last is complete.
    ///
    /// - Parameters:
    ///   - range: Where it stands in the window, from `<` to behind `>`.
    ///   - isSelfClosing: Whether it ends with `/>`.
    /// - Returns: What the element holds, if it holds no tags.
    mutating func startTag(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind?
    /// The end tag whose parts came last is complete.
    mutating func endTag(_ range: Range<Int>)
    /// A part of the text.
    ///
    /// - Parameters:
    ///   - range: Where it stands in the window.
    ///   - kind: Nil between tags, else what the element around it holds.
    ///   - isCDATA: Whether it stands in a CDATA section, where there are no references.
    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool)
    /// A comment, with its content's place in the window.
    mutating func comment(_ range: Range<Int>)
    /// A document type declaration, with the place of what follows the word DOCTYPE.
    ///
    /// - Parameters:
    ///   - range: Where it stands in the window, without `>`.
    ///   - isClosed: Whether the `>` is there.
    mutating func doctype(_ range: Range<Int>, isClosed: Bool)
}
