/// What a block of Markdown holds.
struct MarkdownFinding {
    enum Kind {
        case link(MarkdownReferences.Target, text: String?)
        case image(MarkdownReferences.Target, text: String?)
        case html(String)
    }

    var kind: Kind
    /// Where it starts in the block.
    var offset: Int
    /// Whether a reference names it, so that its text is not its own.
    var isReference = false
}
