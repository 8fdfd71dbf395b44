package import FoundationEssentials

/// What is asked for again.
extension QueueMachine {
    /// Gives what becomes of a live item whose address and place are asked for once more.
    ///
    /// What the new request says takes the place of what the item had; what it does not say stays. A failed item is tried
    /// again. Fields of a request do not reach a transfer that has begun.
    ///
    /// - Parameters:
    ///   - new: The new request.
    ///   - item: The item.
    ///   - now: The time.
    /// - Returns: The item as it is then.
    /// - Throws: ``QueueError/otherChecksum(id:)`` where it is downloaded without the digest that is asked for.
    package func ask(_ new: NewQueueItem, of item: QueueItem, at now: Date) throws(QueueError) -> QueueItem {
        let request = item.request.amended(by: new)
        if item.state == .verifying || item.state == .running, item.lease?.isLive(at: now) ?? false {
            guard request.checksum == item.checksum else { throw .otherChecksum(id: item.id) }
            return item
        }
        var item = item
        item.request = request
        if item.state == .failed { item = try apply(.retry, to: item, at: now).item }
        if let start = new.startAt, start > now, item.state == .ready || item.state == .waiting {
            item.state = .waiting
            item.notBefore = start
        }
        return item
    }
}

extension NewQueueItem {
    /// The request with what another one of the same address and place says.
    fileprivate func amended(by new: NewQueueItem) -> NewQueueItem {
        var request = self
        request.suggestedName = new.suggestedName ?? suggestedName
        request.checksum = new.checksum ?? checksum
        request.referer = new.referer ?? referer
        if !new.headers.isEmpty { request.headers = new.headers }
        request.priority = max(new.priority, priority)
        request.userAgent = new.userAgent ?? userAgent
        request.proxy = new.proxy ?? proxy
        request.netrcPath = new.netrcPath ?? netrcPath
        request.cookiesPath = new.cookiesPath ?? cookiesPath
        request.snapshot = new.snapshot ?? snapshot
        request.startAt = new.startAt ?? startAt
        return request
    }
}
