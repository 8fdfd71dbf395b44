/// The outcome of a run, which decides the symbol that is drawn.
package enum HUDOutcome: Sendable, Equatable {
    /// Every item succeeded: the check mark.
    case success
    /// Some items failed: the cross, in the color of warnings.
    case partial
    /// The run failed: the cross.
    case failure
}
