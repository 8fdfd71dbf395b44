extension CellGrid {
    /// Draws a raster over the grid.
    ///
    /// - Parameters:
    ///   - raster: The dots to draw; cells without a dot or a backdrop leave the grid unchanged.
    ///   - palette: The colors of the tints.
    ///   - row: The row of the grid for the first row of the raster.
    ///   - column: The column of the grid for the first column of the raster.
    package mutating func draw(_ raster: DotRaster, palette: Palette, row: Int = 0, column: Int = 0) {
        for y in 0..<max(min(raster.rows, rows - row), 0) {
            for x in 0..<max(min(raster.columns, columns - column), 0) {
                let glyph = raster.cell(column: x, row: y)
                let background = glyph.background.flatMap { palette.backgroundColor($0) }
                guard glyph.ink != nil || background != nil else { continue }
                let style = CellStyle(color: glyph.ink.flatMap { palette.color($0) }, background: background)
                self[row + y, column + x] = Cell(glyph.ink == nil ? " " : String(glyph.character), style: style)
            }
        }
    }
}
