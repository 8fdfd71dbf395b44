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
            if let next = item.notBefore, !isOver(next, since: item.waitingSince, at: now) {
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
