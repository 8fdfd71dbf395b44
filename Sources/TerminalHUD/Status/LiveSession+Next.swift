extension LiveSession {
    /// When the next frame is due.
    enum Next: Sendable, Hashable {
        /// At an instant.
        case at(Duration)
        /// As soon as there is something new.
        case onChange
        /// Never again.
        case never
    }
}
