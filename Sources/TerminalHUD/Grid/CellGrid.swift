package import Motion

/// A rectangle of cells.
package struct CellGrid: Sendable, Hashable {
    /// The number of cells in a row.
    package let columns: Int
    /// The number of rows.
    package let rows: Int
    private var cells: [Cell]

    /// Creates a blank grid.
    init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cell at a row and column.
    subscript(row: Int, column: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    /// Writes text into one row, as far as it fits.
    ///
    /// - Parameters:
    ///   - text: The sanitized text.
    ///   - row: The row; ignored if the grid has no such row.
    ///   - column: The column of the first grapheme.
    ///   - style: The style of the text.
    /// - Returns: The column after the text.
    @discardableResult
    package mutating func write(_ text: String, row: Int, column: Int, style: CellStyle = .plain) -> Int {
        guard (0..<rows).contains(row), column >= 0 else { return column }
        var column = column
        for character in text {
            let width = DisplayWidth.of(character)
            if width == 0 { continue }
            guard column + width <= columns else { break }
            self[row, column] = character == " " ? .blank : Cell(String(character), style: style)
            if width == 2 { self[row, column + 1] = Cell("", style: style) }
            column += width
        }
        return column
    }

    /// Returns the cells of one row from left to right.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * columns..<(row + 1) * columns]
    }

    /// Returns a grid of the first rows, at least one and at most `rows`.
    package func prefix(rows: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: min(max(rows, 1), self.rows))
        grid.cells = Array(cells.prefix(columns * grid.rows))
        return grid
    }

    /// The rows as text, without trailing spaces.
    package var lines: [String] {
        (0..<rows).map { index in
            var text = row(index).map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }
}

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

/// The style of a cell.
package struct CellStyle: Sendable, Hashable {
    /// A color that a terminal can show.
    package enum Color: Sendable, Hashable {
        /// A color of the terminal's theme.
        case red, green, yellow, cyan, gray
        /// A color of the 256-color palette, by number.
        case indexed(UInt8)
        /// A 24-bit color.
        case rgb(RGBColor)

        /// Returns the parameters of the SGR sequence that selects the color, for the character or for its
        /// background.
        func codes(isBackground: Bool) -> String {
            let base = isBackground ? 40 : 30
            switch self {
            case .red: return String(base + 1)
            case .green: return String(base + 2)
            case .yellow: return String(base + 3)
            case .cyan: return String(base + 6)
            case .gray: return String(base + 60)
            case .indexed(let number): return "\(base + 8);5;\(number)"
            case .rgb(let color): return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
            }
        }
    }

    /// The color of the character; nil for the default.
    package var color: Color?
    /// The color of the background; nil for the default.
    package var background: Color?
    /// True if the character is bold.
    package var isBold: Bool
    /// True if the character is dim.
    package var isDim: Bool

    /// Creates a style.
    package init(color: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.color = color
        self.background = background
        self.isBold = isBold
        self.isDim = isDim
    }

    /// The default style.
    package static let plain = CellStyle()

    /// The SGR sequence that switches to this style from any other.
    package var sequence: String {
        let codes = codes(from: .plain)
        return codes.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(codes.joined(separator: ";"))m"
    }

    /// Returns the shortest SGR sequence that switches to this style from another one; empty if both are equal.
    func sequence(from old: CellStyle) -> String {
        if self == old { return "" }
        if self == .plain { return "\u{1B}[m" }
        // Removing an attribute needs a reset.
        let needsReset =
            (old.isBold && !isBold) || (old.isDim && !isDim) || (old.color != nil && color == nil)
            || (old.background != nil && background == nil)
        return needsReset ? sequence : "\u{1B}[\(codes(from: old).joined(separator: ";"))m"
    }

    private func codes(from old: CellStyle) -> [String] {
        var codes: [String] = []
        if isBold && !old.isBold { codes.append("1") }
        if isDim && !old.isDim { codes.append("2") }
        if let color, color != old.color { codes.append(color.codes(isBackground: false)) }
        if let background, background != old.background { codes.append(background.codes(isBackground: true)) }
        return codes
    }
}

extension CellGrid {
    /// Draws layers over the grid, from its first column on.
    ///
    /// - Parameters:
    ///   - layers: The layers in square units, from the lowest to the highest.
    ///   - columns: The number of cells in a row of the drawing.
    ///   - rows: The number of rows of the drawing.
    ///   - appearance: The characters and colors to draw with.
    ///   - row: The row of the grid for the first row of the drawing.
    mutating func draw(_ layers: [ShapeLayer], columns: Int, rows: Int, as appearance: HUDAppearance, row: Int = 0) {
        let raster = DotRaster(
            layers, columns: columns, rows: rows, glyphs: appearance.glyphs, blends: appearance.palette.depth.blends)
        draw(raster, palette: appearance.palette, row: row)
    }

    /// Draws a raster over the grid.
    ///
    /// - Parameters:
    ///   - raster: The dots to draw; cells without a dot or a backdrop leave the grid unchanged.
    ///   - palette: The colors of the tints.
    ///   - row: The row of the grid for the first row of the raster.
    mutating func draw(_ raster: DotRaster, palette: Palette, row: Int = 0) {
        for y in 0..<max(min(raster.rows, rows - row), 0) {
            for x in 0..<min(raster.columns, columns) {
                let glyph = raster.cell(column: x, row: y)
                let background = glyph.background.flatMap { palette.backgroundColor($0) }
                guard glyph.ink != nil || background != nil else { continue }
                let style = CellStyle(color: glyph.ink.flatMap { palette.color($0) }, background: background)
                self[row + y, x] = Cell(glyph.ink == nil ? " " : String(glyph.character), style: style)
            }
        }
    }
}
