/// One cell of a screen.
package struct Cell: Sendable, Hashable {
    /// The grapheme; empty in the second cell of a wide grapheme.
    package var text: String
    /// The style of the grapheme.
    package var style: CellStyle

    /// Creates a cell.
    package init(_ text: String, style: CellStyle = .plain) {
        self.text = text
        self.style = style
    }

    /// A blank cell in the default style.
    package static let blank = Cell(" ")
}
