import JSON

/// A rectangle in CSS px, relative to the layout viewport.
package struct SnapshotRect: Sendable, Hashable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double

    /// Creates a rectangle from a member of a snapshot; nil unless it is complete.
    init?(_ json: JSONValue?) {
        guard let json, let x = json["x"]?.number, let y = json["y"]?.number, let width = json["width"]?.number,
            let height = json["height"]?.number
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
