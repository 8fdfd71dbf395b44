import Synchronization

/// What commands have handed over since the last frame.
///
/// Its lock is never held while anything is drawn or written.
final class StatusMailbox: Sendable {
    private struct Content {
        var status: HUDStatus?
        var lines: [String] = []
        var isChanged = false
        var isFinished = false
    }

    private let content = Mutex(Content())

    /// Replaces the status.
    ///
    /// - Parameter status: What the command is doing now.
    /// - Returns: Whether this is the first change since the last frame.
    func put(_ status: HUDStatus) -> Bool {
        content.withLock { content in
            guard !content.isFinished, content.status != status else { return false }
            content.status = status
            defer { content.isChanged = true }
            return !content.isChanged
        }
    }

    /// Adds a line.
    ///
    /// - Parameter line: The sanitised text.
    /// - Returns: Whether this is the first change since the last frame.
    func put(line: String) -> Bool {
        content.withLock { content in
            guard !content.isFinished else { return false }
            content.lines.append(line)
            defer { content.isChanged = true }
            return !content.isChanged
        }
    }

    /// The newest status, without marking it as seen; nil before the first.
    var status: HUDStatus? { content.withLock { $0.status } }

    /// The status, for a frame that is made now.
    ///
    /// - Returns: The newest status; nil before the first.
    func take() -> HUDStatus? {
        content.withLock { content in
            content.isChanged = false
            return content.status
        }
    }

    /// The lines, for a frame that is made now.
    ///
    /// - Returns: The lines since the last call.
    func takeLines() -> [String] {
        content.withLock { content in
            defer { content.lines = [] }
            return content.lines
        }
    }

    /// Takes nothing more.
    ///
    /// - Returns: False if it was finished before.
    func finish() -> Bool {
        content.withLock { content in
            defer { content.isFinished = true }
            return !content.isFinished
        }
    }
}
