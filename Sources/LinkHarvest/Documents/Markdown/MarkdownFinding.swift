/// A finding in a block of Markdown.
struct MarkdownFinding {
    enum Kind {
        case link(MarkdownReferences.Target, text: String?)
        case image(MarkdownReferences.Target, text: String?)
        case html(String)
    }

    var kind: Kind
    /// The offset in the block.
    var offset: Int
    /// True if a reference names it, so that its text is not its own.
    var isReference = false
}
