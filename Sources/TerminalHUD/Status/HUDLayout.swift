import Motion
import Syntax

/// A layout that shows a status as cells: ring, title, counts, rows and badge.
///
/// The same input always gives the same cells.
struct HUDLayout: Sendable {
    /// The characters and colors to draw with.
    var appearance: HUDAppearance
    /// The maximum width of the display; wider lines would only be harder to read.
    private static let maximumColumns = 400
    /// The maximum height of the display, which leaves the command's own lines visible.
    private var maximumRows = 10

    /// Creates a layout.
    init(appearance: HUDAppearance) {
        self.appearance = appearance
    }

    /// Returns the cells for a status.
    ///
    /// - Parameters:
    ///   - status: The status to lay out.
    ///   - motion: The state of the moving parts.
    ///   - size: The size of the screen; its last column and one row stay free.
    ///   - timeLeft: The estimated remaining time of the run in seconds; nil if unknown.
    /// - Returns: The cells; nil if the screen is too small.
    func grid(
        _ status: HUDStatus, motion: HUDMotion, size: TerminalSize, timeLeft: MediaTime? = nil
    ) -> CellGrid? {
        let columns = min(size.columns - 1, Self.maximumColumns)
        let available = min(size.rows - 1, maximumRows)
        guard columns >= 6, available >= 1 else { return nil }
        let ringSize = ringSize(columns: columns, rows: available)
        let textColumn = ringSize.columns > 0 ? ringSize.columns + 2 : 0
        let badge = ringSize.rows >= 4 ? badge(motion, columns: columns) : nil
        let textWidth = columns - textColumn - (badge.map { $0.columns + 2 } ?? 0)
        let lines = lines(status, columns: textWidth, rows: available, timeLeft: timeLeft, motion: motion)
        var grid = CellGrid(columns: columns, rows: max(ringSize.rows, lines.count))
        if ringSize.columns > 0 {
            let frame = DotRaster.frame(columns: ringSize.columns, rows: ringSize.rows)
            let layers = ringLayers(motion.ring, at: motion.ringTime, in: frame)
            grid.draw(layers, columns: ringSize.columns, rows: ringSize.rows, as: appearance)
        }
        for (index, line) in lines.enumerated() {
            var column = textColumn
            for piece in line {
                column = grid.write(piece.text, row: index, column: column, style: piece.style)
            }
        }
        if let badge { draw(badge, motion, from: ringSize, in: &grid) }
        return grid
    }

    private struct Badge {
        var text: String
        var columns: Int
    }

    /// Returns a badge as wide as its number, or nil if it would leave too little space for the text.
    private func badge(_ motion: HUDMotion, columns: Int) -> Badge? {
        guard let timeline = motion.badge else { return nil }
        let count = timeline.count(at: motion.time)
        let text = TurningNumber(old: count.old, new: count.new, fraction: count.fraction).text
        let width = max(text.count, String(timeline.finalCount).count) + 4
        return columns >= width + 42 ? Badge(text: text, columns: width) : nil
    }

    /// Draws the outline of the badge, its number, and the items that fly from the ring to it.
    private func draw(_ badge: Badge, _ motion: HUDMotion, from ring: TerminalSize, in grid: inout CellGrid) {
        let rows = 3
        guard let timeline = motion.badge, grid.rows > rows else { return }
        let column = grid.columns - badge.columns
        let size = DotRaster.frame(columns: badge.columns, rows: rows)
        let frame = Rect(
            x: Double(column) * DotRaster.cellSize.x, y: 0, width: size.width, height: size.height)
        var outline = Path()
        outline.addRoundedRect(frame.inset(by: 1), radius: 3)
        let style = StrokeStyle(width: 1)
        let side = Double(ring.rows) * DotRaster.cellSize.y / 2
        let center = DotRaster.frame(columns: ring.columns, rows: ring.rows).center
        let item = Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
        var layers = [ShapeLayer(path: outline, style: style, tint: .neutral).named("badge")]
        // The highest position at which a flying item is still inside the display.
        layers += timeline.copies(at: motion.time, from: item, to: frame, top: side / 2, lineWidth: 1)
        grid.draw(layers, columns: grid.columns, rows: ring.rows, as: appearance)
        let start = column + (badge.columns - badge.text.count) / 2
        grid.write(badge.text, row: 1, column: start, style: CellStyle(isBold: true))
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
        // The stroke is wider than in the demonstrations, because a small ring with a stroke of one dot is hard to see.
        let lineWidth = frame.shorterSide * 0.11
        guard frame.shorterSide < 12 else { return ring.layers(at: time, in: frame, lineWidth: lineWidth) }
        // In the smallest ring the image would be illegible, so it is shown instead of the ring.
        var ring = ring
        ring.imageFraction = 1
        let layers = ring.layers(at: time, in: frame, lineWidth: lineWidth)
        return Array(layers.suffix(1))
    }

    private func lines(
        _ status: HUDStatus, columns: Int, rows: Int, timeLeft: MediaTime?, motion: HUDMotion
    ) -> [[Piece]] {
        var lines = [title(status, columns: columns)]
        let counts = counts(status, columns: columns, timeLeft: timeLeft, motion: motion)
        if !counts.isEmpty { lines.append(counts) }
        lines = Array(lines.prefix(rows))
        let room = rows - lines.count
        // One row is used for the line with the number of hidden rows.
        let shown = status.rows.count <= room ? status.rows.count : max(room - 1, 0)
        let detailWidth = detailWidth(status, columns: columns, atLeast: motion.detailWidth)
        let hasBars = status.rows.contains { $0.fraction != nil }
        for row in status.rows.prefix(shown) {
            lines.append(self.row(row, columns: columns, detailWidth: detailWidth, hasBars: hasBars))
        }
        if status.rows.count > shown && room > 0 {
            let rest = "\(appearance.ellipsis) and \(status.rows.count - shown) more"
            lines.append([Piece(text: fitted(rest, columns), style: CellStyle(isDim: true))])
        }
        return lines
    }

    /// Returns the title, and the total speed if both fit.
    private func title(_ status: HUDStatus, columns: Int) -> [Piece] {
        let title = Piece(text: fitted(status.title, columns), style: CellStyle(isBold: true))
        guard let speed = status.speed.map({ appearance.separator + sanitized($0) }),
            DisplayWidth.of(title.text) + DisplayWidth.of(speed) <= columns
        else { return [title] }
        return [title, Piece(text: speed)]
    }

    private func counts(
        _ status: HUDStatus, columns: Int, timeLeft: MediaTime?, motion: HUDMotion
    ) -> [Piece] {
        var pieces: [Piece] = []
        if let fraction = status.fraction { pieces.append(Piece(text: percent(fraction))) }
        for count in status.counts {
            let number = motion.countAnimations.number(count, at: motion.time)
            let isAlarming = count.isFailure && count.value > 0
            let style =
                isAlarming
                ? appearance.style(.red, isBold: number.isTurning) : CellStyle(isBold: number.isTurning)
            pieces.append(Piece(text: number.text + " " + sanitized(count.label), style: style))
        }
        if let timeLeft, timeLeft > 0 { pieces.append(Piece(text: ProgressMeter.words(timeLeft) + " left")) }
        // Counts are shown completely or not at all, because a truncated number would be wrong.
        var result: [Piece] = []
        var used = 0
        for piece in pieces {
            let separator = result.isEmpty ? "" : appearance.separator
            let width = DisplayWidth.of(separator) + DisplayWidth.of(piece.text)
            guard used + width <= columns else { break }
            if !separator.isEmpty { result.append(Piece(text: separator, style: CellStyle(isDim: true))) }
            result.append(piece)
            used += width
        }
        return result
    }

    /// Returns the width of the widest detail of a row, in cells.
    func detailWidth(_ status: HUDStatus) -> Int {
        status.rows.lazy.map { DisplayWidth.of(sanitized($0.detail)) }.max() ?? 0
    }

    /// Returns the width reserved for details, so that the bars are aligned: the width of the widest detail that fits.
    private func detailWidth(_ status: HUDStatus, columns: Int, atLeast least: Int) -> Int {
        var room = columns - 8 - 2
        if status.rows.contains(where: { $0.fraction != nil }) {
            room -= leastBarWidth(columns: columns) + (columns >= Self.narrowestWithBar ? 2 : 0) + 6
        }
        let widths = status.rows.lazy.map { DisplayWidth.of(sanitized($0.detail)) } + [least]
        return widths.filter { $0 <= room }.max() ?? 0
    }

    /// The width of the narrowest row with a bar: a name of eight cells, a bar and a percentage.
    private static let narrowestWithBar = 24

    /// Returns the least width of a bar.
    ///
    /// If there is little space, names are shortened so that the bar remains.
    private func leastBarWidth(columns: Int) -> Int {
        columns < Self.narrowestWithBar ? 0 : min(max(columns - 30, 8), 10)
    }

    /// Returns the width of a bar: the space that a name of a third of the columns, up to 40, leaves.
    private func barWidth(columns: Int, detailWidth: Int) -> Int {
        let least = leastBarWidth(columns: columns)
        guard least > 0 else { return 0 }
        let left = columns - (least + 2) - 6 - (detailWidth > 0 ? detailWidth + 2 : 0)
        return least + max(left - min(max(columns / 3, 8), 40), 0)
    }

    /// Returns the name, bar, percentage and detail of a row; those that would leave less than eight cells for the name
    /// are omitted.
    private func row(_ row: HUDRow, columns: Int, detailWidth: Int, hasBars: Bool) -> [Piece] {
        var tail: [Piece] = []
        var room = columns - 8
        func append(_ pieces: [Piece], width: Int) {
            guard width <= room else { return }
            room -= width
            tail += pieces
        }
        if hasBars {
            // Without a known size, the space stays blank, so that the details are aligned.
            let number = row.fraction.map { "  " + percent($0) } ?? String(repeating: " ", count: 6)
            let barWidth = barWidth(columns: columns, detailWidth: detailWidth)
            if barWidth > 0 && room >= barWidth + 2 + number.count {
                append([Piece(text: "  ")] + bar(row.fraction, width: barWidth), width: barWidth + 2)
            }
            append([Piece(text: number)], width: number.count)
        }
        let detail = sanitized(row.detail)
        if detailWidth > 0, row.fraction != nil || !detail.isEmpty {
            let fits = !detail.isEmpty && DisplayWidth.of(detail) <= detailWidth
            append(
                fits ? [Piece(text: "  " + detail, style: CellStyle(isDim: true))] : [], width: detailWidth + 2)
        }
        // Names are padded to the same width, so that the bars are aligned.
        let left = room + 8
        let bounded = min(max(columns - 40, left, 8), 40, left)
        let name = fitted(row.label, bounded)
        let padding = tail.isEmpty ? 0 : max(bounded - DisplayWidth.of(name), 0)
        return [Piece(text: name + String(repeating: " ", count: padding))] + tail
    }

    private func bar(_ fraction: Double?, width: Int) -> [Piece] {
        guard let fraction else { return [Piece(text: String(repeating: " ", count: width))] }
        let halves = Int(clamping: clamped(fraction) * Double(width * 2), to: 0...width * 2, rounding: .down)
        let isASCII = appearance.glyphs == .ascii
        let full = String(repeating: isASCII ? "#" : "⠶", count: halves / 2)
        let half = halves % 2 == 0 || isASCII ? "" : "⠆"
        let rest = String(repeating: isASCII ? "-" : "⠤", count: width - full.count - half.count)
        return [
            Piece(text: full + half, style: appearance.style(.cyan)), Piece(text: rest, style: CellStyle(isDim: true)),
        ]
    }

    private func percent(_ fraction: Double) -> String {
        // Rounded down, so that 100 % is shown only when everything is finished.
        let number = String(Int(clamping: clamped(fraction) * 100, to: 0...100, rounding: .down))
        return String(repeating: " ", count: 3 - number.count) + number + "%"
    }

    private func clamped(_ fraction: Double) -> Double {
        fraction.isFinite ? min(max(fraction, 0), 1) : 0
    }

    private func sanitized(_ text: String) -> String {
        appearance.glyphs == .ascii ? TerminalText.ascii(text) : TerminalText.sanitized(text)
    }

    private func fitted(_ text: String, _ width: Int) -> String {
        TerminalText.cut(sanitized(text), to: width, ellipsis: appearance.ellipsis)
    }
}
