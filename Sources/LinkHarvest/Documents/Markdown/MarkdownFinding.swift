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
    /// True if the target comes from a reference definition.
    var isReference = false
}
