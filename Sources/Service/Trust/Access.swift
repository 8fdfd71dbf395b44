import HTTPTypes

/// The access that a request has.
enum Access: Int, Comparable {
    /// Access to the assets and `/healthz`, which are open to every local program.
    case none
    /// Permission to add snapshots.
    case capture
    /// Access to everything.
    case full

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

    /// Throws a problem (401 or 403) if this access is less than a route requires.
    func require(_ required: Access) throws(Problem) {
        guard self < required else { return }
        guard self != .none else {
            throw .unauthorized("a token is required: send \"Authorization: Bearer TOKEN\", or sign in on the web page")
        }
        throw Problem(.forbidden, "the capture token may only add snapshots")
    }
}
