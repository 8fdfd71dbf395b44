package import FoundationEssentials

/// Merging a repeated request into the item that is already queued.
extension QueueMachine {
    /// Merges a repeated request for the same URL, directory and name into the item that is already queued.
    ///
    /// The values of a person's request replace those of the item; values that it lacks stay. A failed or quarantined
    /// item is retried. Of a quarantined one, the caller deletes the file, and the new request alone decides which
    /// checksum the next file must have. Changed request fields do not affect a transfer that has started.
    ///
    /// A request with a ``NewQueueItem/root`` comes from a list or through the service: it is data, so it only adds
    /// values that the item lacks, and a quarantined item stays as it is.
    ///
    /// - Parameters:
    ///   - new: The new request.
    ///   - item: The item that is already queued.
    ///   - now: The current time by the store's clock.
    /// - Returns: The changed item.
    /// - Throws: ``QueueError/otherChecksum(id:)`` if it is being downloaded without the digest that is now requested.
    package func merge(_ new: NewQueueItem, into item: QueueItem, at now: Date) throws(QueueError) -> QueueItem {
        let request = item.request.amended(by: new)
        if item.state == .verifying || item.state == .running, item.lease?.isLive(at: now) ?? false {
            guard request.checksum == item.checksum else { throw .otherChecksum(id: item.id) }
            return item
        }
        if item.state == .quarantined, new.root != nil { return item }
        var item = item
        item.request = request
        if item.state == .quarantined { item.request.checksum = new.checksum }
        if item.state == .failed || item.state == .quarantined { item = try apply(.retry, to: item, at: now).item }
        if new.root == nil, let start = new.startAt, start > now, item.state == .ready || item.state == .waiting {
            item.state = .waiting
            item.notBefore = start
        }
        return item
    }
}

extension NewQueueItem {
    /// Returns this request, updated with another request for the same URL, directory and name.
    fileprivate func amended(by new: NewQueueItem) -> NewQueueItem {
        var request = self
        request.acceptsHTML = acceptsHTML || new.acceptsHTML
        guard new.root == nil else {
            request.suggestedName = suggestedName ?? new.suggestedName
            request.checksum = checksum ?? new.checksum
            request.referer = referer ?? new.referer
            request.userAgent = userAgent ?? new.userAgent
            request.snapshot = snapshot ?? new.snapshot
            // Proxies and credential files of such a request are options of the person who imports the list.
            if headers.isEmpty { request.headers = new.headers }
            request.proxy = proxy ?? new.proxy
            request.netrcPath = netrcPath ?? new.netrcPath
            request.cookiesPath = cookiesPath ?? new.cookiesPath
            return request
        }
        request.root = nil
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
        request.privateHosts = privateHosts.union(new.privateHosts)
        return request
    }
}
