import WHATWGURL

extension QueueFailure {
    /// Returns the failure without user names and passwords, since its message is stored and shown.
    ///
    /// - Parameter item: The item, whose URL may contain credentials.
    /// - Returns: The failure; the URL in its message has no user name and no password.
    func withoutCredentials(of item: QueueItem) -> QueueFailure {
        let (address, plain) = (item.url.href, item.url.withoutCredentials().href)
        var failure = self
        failure.message = CredentialMask.masked(address == plain ? message : message.replacing(address, with: plain))
        return failure
    }
}
