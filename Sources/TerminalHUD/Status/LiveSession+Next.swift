extension LiveSession {
    /// The time of the next frame.
    enum Next: Sendable, Hashable {
        /// At an instant.
        case at(Duration)
        /// After the next change of the status, the lines or the screen.
        case onChange
        /// No frame will follow.
        case never
    }
}
