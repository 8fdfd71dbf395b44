import Synchronization

/// The newest status and the lines that commands have posted since the last frame.
///
/// Its lock is never held during drawing or writing.
final class StatusMailbox: Sendable {
    private enum State: Sendable {
        /// All changes have been received.
        case unchanged
        /// A status or a line has been posted and not received yet.
        case changed
        /// Nothing more can be posted.
        case closed
    }

    private struct Content: Sendable {
        var status: HUDStatus?
        var lines: [String] = []
        var state = State.unchanged

        /// Marks the content as changed, and returns true if it was unchanged before.
        mutating func markChanged() -> Bool {
            defer { state = .changed }
            return state == .unchanged
        }
    }

    private let content = Mutex(Content())

    /// Replaces the status.
    ///
    /// - Parameter status: The command's new status.
    /// - Returns: True if this is the first change since the last frame.
    func post(_ status: HUDStatus) -> Bool {
        content.withLock { content in
            guard content.state != .closed, content.status != status else { return false }
            content.status = status
            return content.markChanged()
        }
    }

    /// Adds a line.
    ///
    /// - Parameter line: The sanitized text, without a line end.
    /// - Returns: True if this is the first change since the last frame.
    func post(line: String) -> Bool {
        content.withLock { content in
            guard content.state != .closed else { return false }
            content.lines.append(line)
            return content.markChanged()
        }
    }

    /// The newest status, even if it has been received already; nil before the first.
    var status: HUDStatus? { content.withLock { $0.status } }

    /// Returns the newest status, for a frame that is about to be drawn; nil before the first.
    func receiveStatus() -> HUDStatus? {
        content.withLock { content in
            if content.state == .changed { content.state = .unchanged }
            return content.status
        }
    }

    /// Removes and returns the lines, for a frame that is about to be drawn.
    func receiveLines() -> [String] {
        content.withLock { content in
            defer { content.lines = [] }
            return content.lines
        }
    }

    /// Closes the mailbox, so that later posts are ignored.
    ///
    /// - Returns: False if it was closed before.
    func close() -> Bool {
        content.withLock { content in
            defer { content.state = .closed }
            return content.state != .closed
        }
    }
}
