/// A rectangle in square units; y grows downward.
package struct Rect: Sendable, Hashable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The distance between left and right edge.
    package var width: Double
    /// The distance between top and bottom edge.
    package var height: Double

    /// Makes a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left edge.
    ///   - y: The top edge.
    ///   - width: The distance between left and right edge.
    ///   - height: The distance between top and bottom edge.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The point in the middle.
    package var center: Point { Point(x + width / 2, y + height / 2) }

    /// The shorter of width and height.
    package var shorterSide: Double { min(width, height) }

    /// The largest square with the same centre that fits inside.
    package var centeredSquare: Rect {
        let side = shorterSide
        return Rect(x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side)
    }

    /// The rectangle with every edge moved inward.
    ///
    /// - Parameter distance: How far; the edges never cross.
    /// - Returns: The smaller rectangle.
    package func inset(by distance: Double) -> Rect {
        let dx = min(distance, width / 2)
        let dy = min(distance, height / 2)
        return Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// The point at fractions of width and height.
    ///
    /// - Parameters:
    ///   - fractionX: 0 is the left edge, 1 the right one.
    ///   - fractionY: 0 is the top edge, 1 the bottom one.
    /// - Returns: The point.
    package func point(_ fractionX: Double, _ fractionY: Double) -> Point {
        Point(x + width * fractionX, y + height * fractionY)
    }
}
