/// A sign that is drawn in code, its path a function of its frame.
///
/// Anyone can make a further one with a name and such a function.
package struct Symbol: Sendable, Hashable, CustomStringConvertible {
    /// What it is called; symbols of one name are the same.
    package let name: String
    private let draw: @Sendable (Rect) -> Path

    /// Makes a symbol.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - draw: Its path in a frame, drawn from its begin to its end as a hand would.
    package init(name: String, draw: @escaping @Sendable (Rect) -> Path) {
        self.name = name
        self.draw = draw
    }

    /// Makes a symbol by its path in a square of side 1.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - build: Draws the path.
    package init(name: String, unit build: @escaping @Sendable (inout Path) -> Void) {
        self.init(name: name) { frame in
            var path = Path()
            build(&path)
            return path.transformed(by: .scale(frame.width, frame.height).then(.translation(frame.x, frame.y)))
        }
    }

    /// The path.
    ///
    /// - Parameter frame: The rectangle that the path fills.
    /// - Returns: The path.
    package func path(in frame: Rect) -> Path { draw(frame) }

    package var description: String { name }

    package static func == (a: Symbol, b: Symbol) -> Bool { a.name == b.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
