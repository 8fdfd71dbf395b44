import PageCopies

/// A block of a page before the main content is chosen.
struct FoundBlock {
    var block: CopyBlock
    /// The text of the block, trimmed.
    var text: String
    /// The lengths of the text and of its part in links, in UTF-16 units.
    var length: Int
    var linkedLength: Int
    /// The number of the innermost container.
    var container: Int
    /// True for the label of a control.
    var isControl: Bool
}

/// An element that forms blocks, which are those from `first` up to `end`.
struct BlockContainer {
    /// The number of the container around it; -1 for the outermost one.
    var parent: Int
    var name: String
    var first: Int
    var end: Int
    var hint: Boilerplate.Hint
}
