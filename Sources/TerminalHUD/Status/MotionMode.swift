/// How much may move.
package enum MotionMode: String, Sendable, CaseIterable {
    /// Everything moves, at most 30 frames a second.
    case full
    /// Nothing turns and no delay is added; the display changes at most four times a second.
    case calm
    /// Plain lines only.
    case none
}
