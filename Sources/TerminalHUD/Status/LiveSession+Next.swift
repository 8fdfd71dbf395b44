extension LiveSession {
    /// The time of the next frame.
    enum Next: Sendable, Hashable {
        /// The next frame is due at an instant.
        case at(Duration)
        /// The next frame is due after a change of the status, the lines or the screen.
        case onChange
        /// No frame will follow.
        case never
    }
}
