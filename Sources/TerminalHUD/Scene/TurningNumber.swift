import Motion

/// A number whose changed digits turn like the faces of a cube to show the new digits.
struct TurningNumber: Sendable, Hashable {
    /// The number before the turn.
    var old: Int
    /// The number after the turn.
    var new: Int
    /// The progress of the turn, from 0 to 1.
    var fraction: Double

    /// Returns the number as text that is as wide as the new number.
    ///
    /// A digit that is turning is drawn with dots.
    ///
    /// - Parameter appearance: The characters to draw with; digits turn only if a cell has 2 × 4 dots.
    /// - Returns: The text.
    func text(_ appearance: HUDAppearance) -> String {
        let after = Array(String(new))
        guard old != new, fraction > 0, fraction < 1, appearance.glyphs == .braille || appearance.glyphs == .octant
        else {
            return fraction > 0 || old == new ? String(after) : padded(String(old), to: after.count)
        }
        let before = Array(padded(String(old), to: after.count))
        return String(zip(before, after).map { $0 == $1 ? $1 : turned($0, $1, appearance.glyphs) })
    }

    private func turned(_ before: Character, _ after: Character, _ glyphs: GlyphSet) -> Character {
        let frame = DotRaster.frame(columns: 1, rows: 1)
        // If the number grows, the digits move up; if it falls, they move down.
        let edge = frame.height * (new > old ? 1 - fraction : fraction)
        let (upper, lower) = new > old ? (before, after) : (after, before)
        let layers = [
            face(upper, from: 0, to: edge, in: frame), face(lower, from: edge, to: frame.height, in: frame),
        ]
        return DotRaster(layers.compactMap { $0 }, columns: 1, rows: 1, glyphs: glyphs).cell(column: 0, row: 0)
            .character
    }

    private func face(_ digit: Character, from top: Double, to bottom: Double, in frame: Rect) -> ShapeLayer? {
        guard bottom - top > 0.5 else { return nil }
        let whole = frame.inset(by: 0.5)
        let path = LineFont.path(of: String(digit), in: whole)
        let scale = max(bottom - top - 1, 0) / whole.height
        let fold = Transform.translation(0, -whole.y).then(.scale(1, scale)).then(.translation(0, top + 0.5))
        return ShapeLayer(path: path.transformed(by: fold), style: StrokeStyle(width: 1))
    }

    private func padded(_ text: String, to width: Int) -> String {
        let tail = String(text.suffix(width))
        return String(repeating: " ", count: width - tail.count) + tail
    }
}
