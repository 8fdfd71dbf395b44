/// The amount of motion in the display.
package enum MotionMode: String, Sendable, CaseIterable {
    /// Everything moves, with at most 30 frames per second.
    case full
    /// Nothing turns and no delay is added.
    ///
    /// The display changes at most four times per second.
    case calm
    /// Plain lines only.
    case none
}
