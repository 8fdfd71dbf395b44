import Synchronization

/// The current tokens, which this process or `leftoff token rotate` can replace while the service runs.
package final class RotatingTokens: Sendable {
    /// The interval at which the files are checked.
    ///
    /// Replaced tokens stay valid until the next check, but most requests need not read a file.
    private static let checkInterval: Duration = .milliseconds(500)

    private struct State {
        var tokens: ServiceTokens
        var stamp: TokenFiles.Stamp?
        /// The number of times that the tokens have been replaced.
        var generation = 0
        var checkedAt: ContinuousClock.Instant
    }

    private let files: TokenFiles?
    private let state: Mutex<State>

    /// Creates tokens that are stored in files, and creates the files if they are missing.
    ///
    /// - Parameter files: The files, which other processes may replace.
    /// - Throws: ``ServiceError`` if a file cannot be read or created, or is readable by others.
    package convenience init(files: TokenFiles) throws {
        self.init(try files.load(), files: files)
    }

    /// Creates tokens.
    ///
    /// - Parameters:
    ///   - tokens: The first tokens.
    ///   - files: The files that contain them; nil keeps the tokens in memory.
    package init(_ tokens: ServiceTokens, files: TokenFiles?) {
        self.files = files
        state = Mutex(State(tokens: tokens, stamp: files?.stamp, checkedAt: .now))
    }

    /// The current tokens.
    package var current: ServiceTokens { newest.tokens }

    /// The generation of the tokens.
    ///
    /// The generation grows when the tokens are replaced, so that sessions of older tokens can be ended.
    var generation: Int { newest.generation }

    /// The current tokens and their generation.
    var newest: (tokens: ServiceTokens, generation: Int) {
        state.withLock { state in
            guard let files, state.checkedAt.duration(to: .now) > Self.checkInterval else {
                return (state.tokens, state.generation)
            }
            state.checkedAt = .now
            let stamp = files.stamp
            // If a file cannot be read, the current tokens stay valid.
            if stamp != state.stamp, let tokens = try? files.load() {
                // A file that was rewritten with the same tokens is not a rotation.
                if !tokens.full.matches(state.tokens.full.text) || !tokens.capture.matches(state.tokens.capture.text) {
                    state.generation += 1
                }
                state.tokens = tokens
                state.stamp = stamp
            }
            return (state.tokens, state.generation)
        }
    }

    /// Replaces both tokens with new ones, in memory and in the files.
    ///
    /// - Returns: The new tokens.
    /// - Throws: ``ServiceError`` if the files cannot be written; then the old tokens stay valid.
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
