package import Motion

extension CellGrid {
    /// Draws a raster into the top left corner.
    ///
    /// - Parameters:
    ///   - raster: What to draw; cells without ink leave the grid as it is.
    ///   - usesColor: Whether tints are shown.
    package mutating func draw(_ raster: DotRaster, usesColor: Bool) {
        for row in 0..<min(raster.rows, rows) {
            for column in 0..<min(raster.columns, columns) {
                let cell = raster.cell(column: column, row: row)
                guard let tint = cell.tint else { continue }
                self[row, column] = Cell(String(cell.glyph), style: CellStyle(color: usesColor ? tint.color : nil))
            }
        }
    }
}

extension Tint {
    /// The colour in which a terminal shows it.
    package var color: CellStyle.Color {
        switch self {
        case .active: .cyan
        case .success: .green
        case .warning: .yellow
        case .failure: .red
        }
    }
}
