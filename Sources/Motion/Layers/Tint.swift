/// A color, named by its meaning.
///
/// The renderer chooses the actual color.
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
    /// A specific color.
    case custom(RGBColor)
}
