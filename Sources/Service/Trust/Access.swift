/// What the bearer of a request may do.
enum Access: Int, Comparable {
    /// Nothing but what is open to every local program: the assets and `/healthz`.
    case none
    /// Add snapshots.
    case capture
    /// Everything.
    case full

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
}
