/// What a layer's colour means; what it looks like is the display's affair.
package enum Tint: Sendable, Hashable {
    /// At work.
    case active
    /// All went well.
    case success
    /// Some went wrong.
    case warning
    /// It went wrong.
    case failure
    /// Neither good nor bad: the terminal's own colour.
    case neutral
    /// A colour of somebody's choice.
    case custom(RGBColor)
}
