/// A cell of a table.
package struct CopyCell: Sendable, Hashable {
    /// The text.
    package let runs: [CopyRun]
    /// True if the cell is a header.
    package let isHeader: Bool

    /// Creates a cell.
    package init(runs: [CopyRun], isHeader: Bool = false) {
        self.runs = runs
        self.isHeader = isHeader
    }
}
