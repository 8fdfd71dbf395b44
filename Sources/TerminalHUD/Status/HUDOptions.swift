/// The options and the environment that determine how a status is displayed.
package struct HUDOptions: Sendable {
    /// True if only logged lines are shown (`--quiet`).
    package var isQuiet: Bool
    /// The amount of motion (`--motion`, `LEFTOFF_MOTION`).
    package var motion: MotionMode
    /// The environment of the process.
    package var environment: [String: String]
    /// The descriptor of the display; 2 for standard error.
    package var descriptor: Int32

    /// Creates options.
    package init(isQuiet: Bool, motion: MotionMode, environment: [String: String], descriptor: Int32 = 2) {
        self.isQuiet = isQuiet
        self.motion = motion
        self.environment = environment
        self.descriptor = descriptor
    }
}
