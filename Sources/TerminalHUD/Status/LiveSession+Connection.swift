extension LiveSession {
    /// The state of a session's connection to its terminal.
    enum Connection: Sendable, Hashable {
        /// Bytes can be written. No frame has been drawn, so a signal has nothing to restore.
        case open
        /// Bytes can be written. A signal restores the terminal.
        case guarded
        /// The terminal is gone. If it is guarded, the guard still has to be ended.
        case lost(isGuarded: Bool)
        /// The session has ended and writes nothing more.
        case ended

        /// True if the guard of the terminal has been started but not ended.
        var isGuarded: Bool { self == .guarded || self == .lost(isGuarded: true) }

        /// True if bytes can be written.
        var isUsable: Bool { self == .open || self == .guarded }

        /// Records that the guard was started.
        mutating func beginGuard() {
            if self == .open { self = .guarded }
        }

        /// Records that the guard was ended.
        mutating func endGuard() {
            switch self {
            case .guarded: self = .open
            case .lost: self = .lost(isGuarded: false)
            case .open, .ended: break
            }
        }

        /// Records that the terminal is gone.
        mutating func recordDisconnection() {
            if isUsable { self = .lost(isGuarded: isGuarded) }
        }
    }
}
