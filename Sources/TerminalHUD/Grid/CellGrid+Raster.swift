extension CellGrid {
    /// Draws a raster over the grid.
    ///
    /// - Parameters:
    ///   - raster: The dots to draw; cells without a dot leave the grid unchanged.
    ///   - palette: The colors of the tints.
    ///   - row: The row of the grid for the first row of the raster.
    ///   - column: The column of the grid for the first column of the raster.
    package mutating func draw(_ raster: DotRaster, palette: Palette, row: Int = 0, column: Int = 0) {
        for y in 0..<max(min(raster.rows, rows - row), 0) {
            for x in 0..<max(min(raster.columns, columns - column), 0) {
                let glyph = raster.cell(column: x, row: y)
                guard let ink = glyph.ink else { continue }
                let style = CellStyle(
                    color: palette.color(ink), background: glyph.background.flatMap { palette.color($0) })
                self[row + y, column + x] = Cell(String(glyph.character), style: style)
            }
        }
    }
}
