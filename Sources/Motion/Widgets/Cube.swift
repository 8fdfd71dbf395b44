/// A cube with six sides that can be turned by a quarter.
///
/// A turn changes the positions of the sides.
package struct Cube<Side: Sendable & Hashable>: Sendable, Hashable {
    /// The direction in which the front side moves.
    package enum Turn: String, Sendable, Hashable, CaseIterable {
        case left, right, up, down
    }

    /// The visible side.
    package private(set) var front: Side
    /// The hidden sides.
    package private(set) var back, left, right, top, bottom: Side

    /// Creates a cube from its sides.
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

    /// Turns the cube by a quarter in the direction in which the front side moves.
    package mutating func turn(_ turn: Turn) {
        switch turn {
        case .left: (front, left, back, right) = (right, front, left, back)
        case .right: (front, right, back, left) = (left, front, right, back)
        case .up: (front, top, back, bottom) = (bottom, front, top, back)
        case .down: (front, bottom, back, top) = (top, front, bottom, back)
        }
    }

    /// Returns the cube after a turn.
    package func turned(_ turn: Turn) -> Cube {
        var copy = self
        copy.turn(turn)
        return copy
    }
}
