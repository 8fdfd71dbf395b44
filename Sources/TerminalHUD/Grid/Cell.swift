/// One cell of a screen.
package struct Cell: Sendable, Hashable {
    /// The grapheme; empty in the second cell of a wide one.
    package var text: String
    /// How it looks.
    package var style: CellStyle

    /// Makes a cell.
    ///
    /// - Parameters:
    ///   - text: The grapheme; empty in the second cell of a wide one.
    ///   - style: How it looks.
    package init(_ text: String, style: CellStyle = .plain) {
        self.text = text
        self.style = style
    }

    /// A cell without ink.
    package static let blank = Cell(" ")
}
