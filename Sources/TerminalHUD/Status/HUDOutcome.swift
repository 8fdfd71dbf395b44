/// How a run ended, which decides the symbol that is drawn.
package enum HUDOutcome: Sendable, Equatable {
    /// All is done: the check mark.
    case success
    /// Finished, but some items failed: the cross, in the colour of warnings.
    case partial
    /// Failed: the cross.
    case failure
}
