import JSON

/// A container that scrolls, as it stood at capture; lengths in CSS px.
package struct SnapshotScroller: Sendable, Hashable {
    /// Selectors through shadow hosts and frames to the container; empty for the window.
    package var path: [String]
    /// The scroll offset from the left; negative in right-to-left text.
    package var x: Double
    /// The scroll offset from the top.
    package var y: Double
    /// ``x`` as a part of the way, 0 to 1.
    package var fractionX: Double?
    /// ``y`` as a part of the way, 0 to 1.
    package var fractionY: Double?
    /// Where it was; nil for the window.
    package var rect: SnapshotRect?

    /// Reads a scroller of a validated snapshot.
    init(_ json: JSONValue) {
        path = json["path"]?.array?.compactMap(\.string) ?? []
        x = json["x"]?.number ?? 0
        y = json["y"]?.number ?? 0
        fractionX = json["fractionX"]?.number
        fractionY = json["fractionY"]?.number
        rect = SnapshotRect(json["rect"])
    }
}
