package import Motion

/// Puts ring, title, counts and rows into cells, always the same for the same input.
package struct HUDLayout: Sendable {
    /// How it looks.
    package var look: HUDLook
    /// The most rows that the display takes, so that the command's own lines stay in sight.
    package var maximumRows = 10

    /// Makes a layout.
    ///
    /// - Parameter look: How it looks.
    package init(look: HUDLook) {
        self.look = look
    }

    /// Lays a status out.
    ///
    /// - Parameters:
    ///   - status: What to show.
    ///   - ring: The ring's timeline.
    ///   - time: The instant on that timeline.
    ///   - size: The screen's size. Its last column stays free, and one of its rows.
    /// - Returns: The grid; nil if the screen is too small for anything.
    package func grid(_ status: HUDStatus, ring: RingTimeline, at time: MediaTime, size: TerminalSize) -> CellGrid? {
        let columns = min(size.columns - 1, 200)
        let available = min(size.rows - 1, maximumRows)
        guard columns >= 6, available >= 1 else { return nil }
        let ringSize = ringSize(columns: columns, rows: available)
        let textColumn = ringSize.columns > 0 ? ringSize.columns + 2 : 0
        let lines = lines(status, columns: columns - textColumn, rows: available)
        var grid = CellGrid(columns: columns, rows: max(ringSize.rows, lines.count))
        if ringSize.columns > 0 {
            let frame = DotRaster.frame(columns: ringSize.columns, rows: ringSize.rows)
            let layers = ringLayers(ring, at: time, in: frame)
            grid.draw(
                DotRaster(layers, columns: ringSize.columns, rows: ringSize.rows, glyphs: look.glyphs),
                usesColor: look.usesColor)
        }
        for (index, line) in lines.enumerated() {
            var column = textColumn
            for piece in line {
                column = grid.write(piece.text, row: index, column: column, style: piece.style)
            }
        }
        return grid
    }

    private struct Piece {
        var text: String
        var style = CellStyle.plain
    }

    private func ringSize(columns: Int, rows: Int) -> TerminalSize {
        if columns >= 48 && rows >= 4 { return TerminalSize(columns: 8, rows: 4) }
        if columns >= 19 && rows >= 2 { return TerminalSize(columns: 4, rows: 2) }
        return TerminalSize(columns: 0, rows: 0)
    }

    private func ringLayers(_ ring: RingTimeline, at time: MediaTime, in frame: Rect) -> [ShapeLayer] {
        // Wider than the demonstrations' stroke: a small ring of one dot's width is hard to see.
        let lineWidth = frame.shorterSide * 0.11
        guard frame.shorterSide < 12 else { return ring.layers(at: time, in: frame, lineWidth: lineWidth) }
        // In the smallest ring no image is legible, so it takes the ring's place.
        var ring = ring
        ring.imageFraction = 1
        let layers = ring.layers(at: time, in: frame, lineWidth: lineWidth)
        return Array(layers.suffix(1))
    }

    private func lines(_ status: HUDStatus, columns: Int, rows: Int) -> [[Piece]] {
        var lines = [[Piece(text: fitted(status.title, columns), style: CellStyle(isBold: true))]]
        let counts = counts(status, columns: columns)
        if !counts.isEmpty { lines.append(counts) }
        lines = Array(lines.prefix(rows))
        let room = rows - lines.count
        // The line that says how many more there are takes the place of one row.
        let shown = status.rows.count <= room ? status.rows.count : max(room - 1, 0)
        for row in status.rows.prefix(shown) { lines.append(self.row(row, columns: columns)) }
        if status.rows.count > shown && room > 0 {
            let rest = "\(look.ellipsis) and \(status.rows.count - shown) more"
            lines.append([Piece(text: fitted(rest, columns), style: CellStyle(isDim: true))])
        }
        return lines
    }

    private func counts(_ status: HUDStatus, columns: Int) -> [Piece] {
        var pieces: [Piece] = []
        if let fraction = status.fraction { pieces.append(Piece(text: percent(fraction))) }
        for count in status.counts {
            let style = count.isFailure && count.value > 0 ? look.style(.red) : .plain
            pieces.append(Piece(text: safe("\(count.value) \(count.label)"), style: style))
        }
        // Whole counts only: half a number would be a wrong one.
        var result: [Piece] = []
        var used = 0
        for piece in pieces {
            let separator = result.isEmpty ? "" : look.separator
            let width = DisplayWidth.of(separator) + DisplayWidth.of(piece.text)
            guard used + width <= columns else { break }
            if !separator.isEmpty { result.append(Piece(text: separator, style: CellStyle(isDim: true))) }
            result.append(piece)
            used += width
        }
        return result
    }

    /// Name, bar, percent and detail, of which a narrow screen shows as many as leave the name eight cells.
    private func row(_ row: HUDRow, columns: Int) -> [Piece] {
        var tail: [Piece] = []
        var room = columns - 8
        func take(_ pieces: [Piece], width: Int) {
            guard width <= room else { return }
            room -= width
            tail += pieces
        }
        if let fraction = row.fraction {
            let number = "  " + percent(fraction)
            let barWidth = columns >= 44 ? 10 : 0
            if barWidth > 0 && room >= barWidth + 2 + number.count {
                take([Piece(text: "  ")] + bar(fraction, width: barWidth), width: barWidth + 2)
            }
            take([Piece(text: number)], width: number.count)
        }
        let detail = safe(row.detail)
        if !detail.isEmpty {
            take([Piece(text: "  " + detail, style: CellStyle(isDim: true))], width: DisplayWidth.of(detail) + 2)
        }
        // Names are padded to one width, so that bars stand in a column.
        let nameWidth = min(max(columns - 40, columns - tail.reduce(0) { $0 + DisplayWidth.of($1.text) }, 8), 40)
        let bounded = min(nameWidth, columns - tail.reduce(0) { $0 + DisplayWidth.of($1.text) })
        let name = fitted(row.label, bounded)
        let padding = tail.isEmpty ? 0 : max(bounded - DisplayWidth.of(name), 0)
        return [Piece(text: name + String(repeating: " ", count: padding))] + tail
    }

    private func bar(_ fraction: Double, width: Int) -> [Piece] {
        let halves = Int((clamped(fraction) * Double(width * 2)).rounded(.down))
        let isASCII = look.glyphs == .ascii
        let full = String(repeating: isASCII ? "#" : "⠶", count: halves / 2)
        let half = halves % 2 == 0 || isASCII ? "" : "⠆"
        let rest = String(repeating: isASCII ? "-" : "⠤", count: width - full.count - half.count)
        return [Piece(text: full + half, style: look.style(.cyan)), Piece(text: rest, style: CellStyle(isDim: true))]
    }

    private func percent(_ fraction: Double) -> String {
        // Rounded down: 100 % only when all is there.
        let number = String(Int((clamped(fraction) * 100).rounded(.down)))
        return String(repeating: " ", count: 3 - number.count) + number + "%"
    }

    private func clamped(_ fraction: Double) -> Double {
        fraction.isFinite ? min(max(fraction, 0), 1) : 0
    }

    private func safe(_ text: String) -> String {
        look.glyphs == .ascii ? TerminalText.ascii(text) : TerminalText.sanitized(text)
    }

    private func fitted(_ text: String, _ width: Int) -> String {
        TerminalText.cut(safe(text), to: width, ellipsis: look.ellipsis)
    }
}
