/// The origin of a one-time code, a pairing code or a sign-in, which is valid only as long as its origin has access.
struct Issuer: Sendable {
    /// The generation of the tokens at the time of issuing; see ``RotatingTokens/generation``.
    let tokenGeneration: Int
    /// The id of the session that issued it; nil for a client with a token, and for the service itself.
    var sessionID: String?

    /// Returns true if the tokens have not been replaced since, and the session has not ended.
    ///
    /// - Parameters:
    ///   - tokenGeneration: The newest generation of the tokens.
    ///   - sessions: The sessions that have not ended.
    /// - Returns: True if the origin still has access.
    func hasAccess(tokenGeneration: Int, sessions: [Session]) -> Bool {
        self.tokenGeneration == tokenGeneration
            && (sessionID.map { id in sessions.contains { $0.id == id } } ?? true)
    }
}
