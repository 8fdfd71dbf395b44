/// The two tokens of a service.
package struct ServiceTokens: Sendable {
    /// The token that gives access to everything.
    package var full: Token
    /// The token that may only add snapshots.
    ///
    /// The capture bookmarklet contains it, so a hostile page could read it.
    package var capture: Token

    /// Creates a pair of tokens.
    package init(full: Token = Token(), capture: Token = Token()) {
        self.full = full
        self.capture = capture
    }
}
