/// The two secrets of a service.
package struct ServiceTokens: Sendable {
    /// Opens everything.
    package var full: Token
    /// May only add snapshots.
    ///
    /// It is in the capture bookmarklet, where a hostile page could read it.
    package var capture: Token

    /// Pairs two secrets.
    ///
    /// - Parameters:
    ///   - full: The one that opens everything.
    ///   - capture: The one that may only add snapshots.
    package init(full: Token = Token(), capture: Token = Token()) {
        self.full = full
        self.capture = capture
    }
}
