import Synchronization

/// The two secrets as they are now: they can be replaced while the service runs, here or by `leftoff token rotate`.
final class TokenKeeper: Sendable {
    /// How often the files are looked at: what was rotated away works a moment longer, and requests stay quick.
    private static let freshness: Duration = .milliseconds(500)

    private struct State {
        var tokens: ServiceTokens
        var stamp: TokenFiles.Stamp?
        /// Which secrets they are: one more each time they are replaced.
        var generation = 0
        var lookedAt: ContinuousClock.Instant
    }

    private let files: TokenFiles?
    private let state: Mutex<State>

    /// Keeps secrets.
    ///
    /// - Parameters:
    ///   - tokens: The secrets at first.
    ///   - files: Where they are kept; nil for nowhere, then they can be replaced here alone.
    init(_ tokens: ServiceTokens, files: TokenFiles?) {
        self.files = files
        state = Mutex(State(tokens: tokens, stamp: files?.stamp, lookedAt: .now))
    }

    /// The secrets.
    var current: ServiceTokens { newest.tokens }

    /// Which secrets they are: a greater number once they are replaced, so that what older ones opened can be ended.
    var generation: Int { newest.generation }

    /// The secrets, and which they are.
    var newest: (tokens: ServiceTokens, generation: Int) {
        state.withLock { state in
            guard let files, state.lookedAt.duration(to: .now) > Self.freshness else {
                return (state.tokens, state.generation)
            }
            state.lookedAt = .now
            let stamp = files.stamp
            // A file that cannot be read, for a moment or for good, leaves the secrets that are known.
            if stamp != state.stamp, let tokens = try? files.load() {
                // A file that was written anew with the same secrets replaces nothing.
                if !tokens.full.matches(state.tokens.full.text) || !tokens.capture.matches(state.tokens.capture.text) {
                    state.generation += 1
                }
                state.tokens = tokens
                state.stamp = stamp
            }
            return (state.tokens, state.generation)
        }
    }

    /// Replaces both secrets by new ones, in the files too.
    ///
    /// - Returns: The new ones.
    /// - Throws: ``ServiceError`` if the files cannot be written; then the old ones remain.
    func rotate() throws -> ServiceTokens {
        try state.withLock { state in
            let tokens = try files?.rotate() ?? ServiceTokens()
            state.tokens = tokens
            state.generation += 1
            state.stamp = files?.stamp
            return tokens
        }
    }
}
