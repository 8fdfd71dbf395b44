import JSON

/// The state of a scroll container at capture; lengths are in CSS px.
package struct SnapshotScroller: Sendable, Hashable {
    /// The selectors through shadow hosts and frames to the container; empty for the window.
    package var path: [String]
    /// The scroll offset from the left; negative in right-to-left text.
    package var x: Double
    /// The scroll offset from the top.
    package var y: Double
    /// The fraction of the scrollable width, 0 to 1.
    package var fractionX: Double?
    /// The fraction of the scrollable height, 0 to 1.
    package var fractionY: Double?
    /// The bounding rectangle of the container; nil for the window.
    package var rect: SnapshotRect?

    /// Creates a scroller from a member of a validated snapshot.
    init(_ json: JSONValue) {
        path = json["path"]?.array?.compactMap(\.string) ?? []
        x = json["x"]?.number ?? 0
        y = json["y"]?.number ?? 0
        fractionX = json["fractionX"]?.number
        fractionY = json["fractionY"]?.number
        rect = SnapshotRect(json["rect"])
    }
}
