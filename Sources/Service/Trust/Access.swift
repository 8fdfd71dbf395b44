import HTTPTypes

/// The access that a request has.
enum Access: Int, Comparable {
    /// Only what is open to every local program: the assets and `/healthz`.
    case none
    /// Adding snapshots.
    case capture
    /// Everything.
    case full

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

    /// Throws a problem (401 or 403) if this access is less than a route requires.
    func require(_ required: Access) throws(Problem) {
        guard self < required else { return }
        if self == .none { throw .unauthorized("a token is required: open / to sign in") }
        throw Problem(.forbidden, "the capture token may only add snapshots")
    }
}
