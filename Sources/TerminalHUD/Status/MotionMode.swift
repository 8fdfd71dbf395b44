/// The amount of motion in the display.
package enum MotionMode: String, Sendable, CaseIterable {
    /// Everything moves, at up to 30 frames per second.
    case full
    /// Nothing turns, and nothing delays the prompt.
    ///
    /// The display changes at most four times per second.
    case calm
    /// Only plain lines are written.
    case none
}
