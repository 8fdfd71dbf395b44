/// What decides how a status is displayed.
package struct HUDOptions: Sendable {
    /// Whether only what is logged is shown (`--quiet`).
    package var isQuiet: Bool
    /// How much may move (`--motion`, `LEFTOFF_MOTION`).
    package var motion: MotionMode
    /// The process' environment.
    package var environment: [String: String]
    /// The descriptor that people read; stderr.
    package var descriptor: Int32

    /// Makes options.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether only what is logged is shown.
    ///   - motion: How much may move.
    ///   - environment: The process' environment.
    ///   - descriptor: The descriptor that people read.
    package init(isQuiet: Bool, motion: MotionMode, environment: [String: String], descriptor: Int32 = 2) {
        self.isQuiet = isQuiet
        self.motion = motion
        self.environment = environment
        self.descriptor = descriptor
    }
}
