/// A number that changes to another one.
///
/// In one cell, two halves of digits cannot be read, so each frame shows one of the two numbers as text, and the change
/// is emphasized instead.
struct TurningNumber: Sendable, Hashable {
    /// The number before the change.
    var old: Int
    /// The number after the change.
    var new: Int
    /// The progress of the change, from 0 to 1.
    var fraction: Double

    /// True while the number is changing.
    var isTurning: Bool { old != new && fraction > 0 && fraction < 1 }

    /// The number as text that is as wide as the new number: the old one before the change begins, if it fits.
    var text: String {
        let (before, after) = (String(old), String(new))
        guard fraction <= 0, before.count <= after.count else { return after }
        return String(repeating: " ", count: after.count - before.count) + before
    }
}
