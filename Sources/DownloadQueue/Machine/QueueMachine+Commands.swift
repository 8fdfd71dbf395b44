package import FoundationEssentials

extension QueueMachine {
    /// Applies a user's command.
    ///
    /// - Parameters:
    ///   - command: The change that the user requested.
    ///   - item: The item as it is stored.
    ///   - now: The current time by the store's clock.
    /// - Returns: The transition; its item is unchanged if the command has no effect.
    /// - Throws: ``QueueError/notAllowed(id:state:command:)``.
    package func apply(
        _ command: QueueCommand, to item: QueueItem, at now: Date
    ) throws(QueueError) -> QueueTransition {
        switch command {
        case .pause: try pause(item, at: now)
        case .resume: try resume(item, at: now)
        case .retry: try retry(item, at: now)
        case .remove: remove(item, at: now)
        }
    }

    private func pause(_ item: QueueItem, at now: Date) throws(QueueError) -> QueueTransition {
        // A retry time or start time stays in force when the item is resumed.
        var paused = item
        paused.state = .paused
        switch item.state {
        case .paused: return QueueTransition(item)
        case .ready, .waiting: return QueueTransition(paused)
        case .running, .verifying:
            // The worker keeps its lease until it has recorded the bytes on disk.
            if isHeld(item, at: now) { return QueueTransition(paused, [.interruptTransfer]) }
            paused.lease = nil
            return QueueTransition(paused)
        case .done, .failed, .quarantined, .cancelled:
            throw .notAllowed(id: item.id, state: item.state, command: QueueCommand.pause.rawValue)
        }
    }

    private func resume(_ item: QueueItem, at now: Date) throws(QueueError) -> QueueTransition {
        switch item.state {
        case .ready, .running, .waiting, .verifying: return QueueTransition(item)
        case .paused:
            var item = item
            if isHeld(item, at: now) {
                // The previous worker has not released the item yet. Once it does, the item is ready.
                item.state = item.sha256 == nil ? .running : .verifying
                return QueueTransition(item)
            }
            item.lease = nil
            if let next = item.notBefore, !hasElapsed(next, since: item.waitingSince, at: now) {
                item.state = .waiting
                return QueueTransition(item, [.wake(at: next)])
            }
            item.state = .ready
            item.notBefore = nil
            item.waitingSince = nil
            return QueueTransition(item, [.wake(at: now)])
        case .done, .failed, .quarantined, .cancelled:
            throw .notAllowed(id: item.id, state: item.state, command: QueueCommand.resume.rawValue)
        }
    }

    private func retry(_ item: QueueItem, at now: Date) throws(QueueError) -> QueueTransition {
        switch item.state {
        case .ready, .running, .verifying: return QueueTransition(item)
        case .waiting, .failed, .quarantined:
            var actions: [QueueAction] = [.wake(at: now)]
            if item.state == .quarantined {
                // An item that was quarantined without a file may have a part file.
                actions.insert(item.fileName.map { .discardQuarantinedFile($0) } ?? .discardPartialFile, at: 0)
            }
            var item = item
            if item.state == .quarantined {
                // The bytes were wrong or ended the worker, so none of them are used again.
                item.content = .nothing
                if item.fileName != nil { item.partName = nil }
                item.fileName = nil
                item.sha256 = nil
                item.furthest = 0
            }
            item.crashes = 0
            item.state = .ready
            item.failures = 0
            item.attempts = 0
            item.error = nil
            item.notBefore = nil
            item.waitingSince = nil
            item.finishedAt = nil
            return QueueTransition(item, actions)
        case .paused, .done, .cancelled:
            throw .notAllowed(id: item.id, state: item.state, command: QueueCommand.retry.rawValue)
        }
    }

    private func remove(_ item: QueueItem, at now: Date) -> QueueTransition {
        if isHeld(item, at: now) {
            var item = item
            item.state = .cancelled
            return QueueTransition(item, [.interruptTransfer])
        }
        return switch item.state {
        case .done: QueueTransition(item, [.forget])
        case .quarantined:
            QueueTransition(item, [item.fileName.map { .discardQuarantinedFile($0) } ?? .discardPartialFile, .forget])
        case .ready, .running, .waiting, .paused, .verifying, .failed, .cancelled:
            QueueTransition(item, [.discardPartialFile, .forget])
        }
    }

    private func isHeld(_ item: QueueItem, at now: Date) -> Bool {
        item.lease?.isLive(at: now) ?? false
    }
}

/// An operation that a user performs on items.
package enum QueueCommand: String, Sendable, Hashable, CaseIterable {
    /// Stops the download until it is resumed.
    case pause
    /// Allows a paused item to be claimed again.
    case resume
    /// Attempts a failed, waiting or quarantined item again at once. A quarantined file is deleted.
    case retry
    /// Removes the item from the queue. Complete files stay; part files and quarantined files are deleted.
    case remove
}

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
