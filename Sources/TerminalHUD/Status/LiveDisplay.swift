import Synchronization

/// The animated display on a terminal.
package final class LiveDisplay: StatusDisplay {
    private let inbox = StatusMailbox()
    private let screen: Screen
    private let clock: any HUDClock
    private let look: HUDLook
    private let features: TerminalFeatures
    private let hidesForOutput: Bool
    private let isImpatient: Bool
    private let wake: AsyncStream<Void>.Continuation
    private let loop: Task<Void, Never>

    /// The session behind its lock, shared by the display and its loop.
    private final class Screen: Sendable {
        let session: Mutex<LiveSession>

        init(_ session: LiveSession) {
            self.session = Mutex(session)
        }

        func step(at now: Duration, inbox: StatusMailbox) -> LiveSession.Next {
            session.withLock { $0.step(at: now, status: inbox.take(), lines: inbox.takeLines) }
        }
    }

    /// Starts a display.
    ///
    /// Nothing is written before the run has taken its patience.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - look: How it looks.
    ///   - isCalm: Whether nothing is to turn.
    ///   - hidesForOutput: Whether `whileHidden` has to clear the screen: its output goes to the same terminal.
    ///   - features: What the terminal understands beyond the common sequences.
    ///   - patience: How long a run must take to be shown at all.
    ///   - clock: The clock that frames are timed by.
    package init(
        device: any TerminalDevice, look: HUDLook, isCalm: Bool, hidesForOutput: Bool,
        features: TerminalFeatures = .none, patience: Duration = .milliseconds(150),
        clock: any HUDClock = SystemHUDClock()
    ) {
        self.features = features
        let (changes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let start = clock.now
        let screen = Screen(
            LiveSession(
                device: device, look: look, isCalm: isCalm, start: start, patience: patience, features: features))
        isImpatient = patience == .zero
        self.screen = screen
        self.clock = clock
        self.look = look
        self.hidesForOutput = hidesForOutput
        self.wake = wake
        // At rest no frame is due, but a screen of another size needs one.
        clock.onScreenChange { wake.yield() }
        loop = Task(executorPreference: clock.executor, priority: .high) { [inbox] in
            var changed = changes.makeAsyncIterator()
            var deadline = start + patience
            while !Task.isCancelled {
                do { try await clock.sleep(until: deadline) } catch { return }
                switch screen.step(at: clock.now, inbox: inbox) {
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
        if inbox.put(status) { wake.yield() }
    }

    package func log(_ line: String) {
        let safe = look.glyphs == .ascii ? TerminalText.ascii(line) : TerminalText.sanitized(line)
        if inbox.put(line: features.showsLinks ? TerminalText.linked(safe) : safe) { wake.yield() }
    }

    package func finish(_ outcome: HUDOutcome, summary: String) async {
        guard inbox.finish() else { return }
        wake.finish()
        loop.cancel()
        await loop.value
        // What is to be seen in any case may have come after the last frame.
        if isImpatient { _ = screen.step(at: clock.now, inbox: inbox) }
        let end = screen.session.withLock { $0.close(at: clock.now, outcome: outcome) }
        if let end {
            while clock.now < end {
                guard case .at(let next) = screen.step(at: clock.now, inbox: inbox) else { break }
                do { try await clock.sleep(until: min(next, end)) } catch { break }
            }
        }
        screen.session.withLock { session in
            session.end(lines: inbox.takeLines() + (summary.isEmpty ? [] : [look.summaryLine(summary, outcome)]))
        }
    }

    package func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard hidesForOutput else { return try body() }
        return try screen.session.withLock { session in
            let wasShown = session.hide()
            defer { if wasShown { session.show(at: clock.now, status: inbox.status) } }
            return try body()
        }
    }
}
