/// A cube with six sides that is turned by quarters; a turn only says anew which side lies where.
package struct Cube<Side: Sendable & Hashable>: Sendable, Hashable {
    /// Where the front side goes.
    package enum Turn: String, Sendable, Hashable, CaseIterable {
        case left, right, up, down
    }

    /// The side that is seen.
    package private(set) var front: Side
    /// The sides around it, and behind it.
    package private(set) var back, left, right, top, bottom: Side

    /// Makes a cube.
    ///
    /// - Parameters:
    ///   - front: The side that is seen.
    ///   - back: The one behind it.
    ///   - left: The one to its left.
    ///   - right: The one to its right.
    ///   - top: The one above it.
    ///   - bottom: The one below it.
    package init(front: Side, back: Side, left: Side, right: Side, top: Side, bottom: Side) {
        self.front = front
        self.back = back
        self.left = left
        self.right = right
        self.top = top
        self.bottom = bottom
    }

    /// All sides: front, back, left, right, top, bottom.
    package var sides: [Side] { [front, back, left, right, top, bottom] }

    /// Turns the cube by a quarter.
    ///
    /// - Parameter turn: Where the front side goes.
    package mutating func turn(_ turn: Turn) {
        switch turn {
        case .left: (front, left, back, right) = (right, front, left, back)
        case .right: (front, right, back, left) = (left, front, right, back)
        case .up: (front, top, back, bottom) = (bottom, front, top, back)
        case .down: (front, bottom, back, top) = (top, front, bottom, back)
        }
    }

    /// The cube after a turn.
    ///
    /// - Parameter turn: Where the front side goes.
    /// - Returns: The turned cube.
    package func turned(_ turn: Turn) -> Cube {
        var copy = self
        copy.turn(turn)
        return copy
    }
}
