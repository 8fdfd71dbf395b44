/// The meaning of a color.
///
/// The display decides how it looks.
package enum Tint: Sendable, Hashable {
    /// Work in progress.
    case active
    /// Complete success.
    case success
    /// Partial failure.
    case warning
    /// Failure.
    case failure
    /// Neither good nor bad; shown in the terminal's default color.
    case neutral
    /// A given color.
    case custom(RGBColor)
}
