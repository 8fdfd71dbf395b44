import Transfer
import WHATWGURL

extension QueueFailure {
    /// The failure without user names and passwords, for it is shown and kept.
    ///
    /// - Parameter item: The item, whose address may have some.
    /// - Returns: The failure; the item's address is the one that lists show.
    func discreet(about item: QueueItem) -> QueueFailure {
        let (address, plain) = (item.url.href, item.url.withoutCredentials().href)
        var failure = self
        failure.message = CredentialMask.masked(address == plain ? message : message.replacing(address, with: plain))
        return failure
    }
}
