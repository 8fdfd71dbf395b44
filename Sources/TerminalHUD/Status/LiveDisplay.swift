import Synchronization

/// The animated display on a terminal.
package final class LiveDisplay: StatusDisplay {
    private let mailbox = StatusMailbox()
    private let screen: Screen
    private let clock: any HUDClock
    private let appearance: HUDAppearance
    private let features: TerminalFeatures
    private let hidesForOutput: Bool
    private let showsLastStatus: Bool
    private let wake: AsyncStream<Void>.Continuation
    private let loop: Task<Void, Never>

    /// A session with its lock, which the display and its loop share.
    private final class Screen: Sendable {
        let session: Mutex<LiveSession>

        init(_ session: LiveSession) {
            self.session = Mutex(session)
        }

        func step(at now: Duration, mailbox: StatusMailbox) -> LiveSession.Next {
            session.withLock { $0.step(at: now, status: mailbox.receiveStatus(), lines: mailbox.receiveLines) }
        }
    }

    /// Starts a display.
    ///
    /// Nothing is drawn before `delay` has elapsed.
    ///
    /// - Parameters:
    ///   - device: The terminal to draw on.
    ///   - appearance: The characters and colors to draw with.
    ///   - isCalm: True if nothing may turn.
    ///   - hidesForOutput: True if the output of `whileHidden` goes to the same terminal, so that the display must be
    ///     removed.
    ///   - features: The terminal's features beyond the common control sequences.
    ///   - delay: The time after the start of the run before which nothing is drawn.
    ///   - clock: The clock for the frames.
    init(
        device: any TerminalDevice, appearance: HUDAppearance, isCalm: Bool, hidesForOutput: Bool,
        features: TerminalFeatures = .none, delay: Duration = .milliseconds(150),
        clock: any HUDClock = SystemHUDClock()
    ) {
        self.features = features
        let (changes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let start = clock.now
        let screen = Screen(
            LiveSession(
                device: device, appearance: appearance, isCalm: isCalm, start: start, delay: delay, features: features))
        showsLastStatus = delay == .zero
        self.screen = screen
        self.clock = clock
        self.appearance = appearance
        self.hidesForOutput = hidesForOutput
        self.wake = wake
        // While nothing moves no frame is due, but a screen of a new size needs one.
        clock.onScreenChange { wake.yield() }
        loop = Task(executorPreference: clock.executor, priority: .high) { [mailbox] in
            var changed = changes.makeAsyncIterator()
            var deadline = start + delay
            while !Task.isCancelled {
                do { try await clock.sleep(until: deadline) } catch { return }
                switch screen.step(at: clock.now, mailbox: mailbox) {
                case .at(let next):
                    deadline = next
                case .onChange:
                    deadline = clock.now + screen.session.withLock { $0.frameDuration }
                    guard await changed.next() != nil else { return }
                case .never:
                    return
                }
            }
        }
    }

    deinit {
        loop.cancel()
    }

    package func update(_ status: HUDStatus) {
        if mailbox.post(status) { wake.yield() }
    }

    package func log(_ line: String) {
        let safe = appearance.glyphs == .ascii ? TerminalText.ascii(line) : TerminalText.sanitized(line)
        if mailbox.post(line: features.showsLinks ? TerminalText.linked(safe) : safe) { wake.yield() }
    }

    package func finish(_ outcome: HUDOutcome, summary: String) async {
        guard mailbox.close() else { return }
        wake.finish()
        loop.cancel()
        await loop.value
        // If there is no delay, the last status must be shown, even if it arrived after the last frame.
        if showsLastStatus { _ = screen.step(at: clock.now, mailbox: mailbox) }
        let end = screen.session.withLock { $0.close(at: clock.now, outcome: outcome) }
        if let end {
            while clock.now < end {
                guard case .at(let next) = screen.step(at: clock.now, mailbox: mailbox) else { break }
                do { try await clock.sleep(until: min(next, end)) } catch { break }
            }
        }
        screen.session.withLock { session in
            session.end(
                lines: mailbox.receiveLines() + (summary.isEmpty ? [] : [appearance.summaryLine(summary, outcome)]))
        }
    }

    package func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard hidesForOutput else { return try body() }
        return try screen.session.withLock { session in
            let wasShown = session.hide()
            defer { if wasShown { session.show(at: clock.now, status: mailbox.status) } }
            return try body()
        }
    }
}

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
