/// The outcome of a run, which determines the symbol that is drawn.
package enum HUDOutcome: Sendable, Equatable {
    /// Every item succeeded; shown as a check mark.
    case success
    /// Some items failed; shown as a cross in the color of warnings.
    case partial
    /// The run failed; shown as a cross.
    case failure
}
