/// A rectangle in square units; y grows downward.
package struct Rect: Sendable, Hashable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double

    /// Creates a rectangle.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The center.
    package var center: Point { Point(x + width / 2, y + height / 2) }

    /// The shorter of width and height.
    package var shorterSide: Double { min(width, height) }

    /// The largest square with the same center that fits inside.
    package var centeredSquare: Rect {
        let side = shorterSide
        return Rect(x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side)
    }

    /// Returns the rectangle with every edge moved inward by a distance; an edge does not move beyond the center.
    package func inset(by distance: Double) -> Rect {
        let dx = min(distance, width / 2)
        let dy = min(distance, height / 2)
        return Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// Returns the point at fractions of the width and height; (0, 0) is the top left corner.
    package func point(_ fractionX: Double, _ fractionY: Double) -> Point {
        Point(x + width * fractionX, y + height * fractionY)
    }
}
