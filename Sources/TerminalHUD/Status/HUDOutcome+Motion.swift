package import Motion

extension HUDOutcome {
    /// The tint of the symbol and the summary.
    package var tint: Tint {
        switch self {
        case .success: .success
        case .partial: .warning
        case .failure: .failure
        }
    }

    /// The symbol in the ring.
    package var symbol: Symbol { self == .success ? .checkmark : .cross }
}
