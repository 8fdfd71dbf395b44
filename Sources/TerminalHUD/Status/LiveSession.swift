import Motion
import Syntax

/// An animated display on a terminal that is advanced in steps; it has no clock or thread of its own.
///
/// Each step decides what to draw and writes it. A frame is written completely or not at all. While a slow terminal is
/// still accepting the bytes of one frame, the following frames are dropped.
///
///     var session = LiveSession(device: terminal, appearance: appearance, isCalm: false, start: .zero)
///     let next = session.step(at: .milliseconds(200), status: status) { [] }
///     session.end(lines: ["✓ 20 done"])
struct LiveSession: Sendable {
    /// The time that a run must take before its display appears, because the display of a shorter run would only
    /// flicker.
    static let appearanceDelay = Duration.milliseconds(150)
    /// The maximum duration of the closing animation.
    ///
    /// The animation delays the prompt, so whatever is still moving is sped up to end in time.
    private static let closingLimit = Duration.milliseconds(250)

    /// The number of frames that were dropped because the terminal had not accepted the previous one.
    private(set) var droppedFrames = 0
    /// The time between two frames, which allows 30 frames a second, or 4 in a calm display.
    let frameDuration: Duration

    private let device: any TerminalDevice
    private let showsTaskbarProgress: Bool
    private let firstFrame: Duration
    private var layout: HUDLayout
    private var timeline: DisplayTimeline
    private var encoder = FrameEncoder()
    private var query: TerminalQuery
    private var output = FrameOutput()
    private var connection = Connection.open
    private var size: TerminalSize?
    private var lastRedraw = Duration.zero
    /// True if the terminal has received more than frames: lines above the display, or other output.
    private var hasWrittenText = false

    /// Creates a session that has drawn nothing yet.
    ///
    /// - Parameters:
    ///   - device: The terminal to draw on; the session guards it while a frame is on the screen.
    ///   - appearance: The glyphs and colors to draw with.
    ///   - isCalm: True if nothing may turn.
    ///   - start: The beginning of the run, on the clock of all other instants.
    ///   - delay: The time after `start` before which nothing is drawn.
    ///   - features: The terminal's features beyond the common control sequences.
    init(
        device: any TerminalDevice, appearance: HUDAppearance, isCalm: Bool, start: Duration,
        delay: Duration = LiveSession.appearanceDelay, features: TerminalFeatures = .none
    ) {
        self.device = device
        frameDuration = isCalm ? .milliseconds(250) : .nanoseconds(33_333_334)
        showsTaskbarProgress = features.showsProgress
        firstFrame = start + delay
        layout = HUDLayout(appearance: appearance)
        timeline = DisplayTimeline(start: start, isCalm: isCalm)
        query = TerminalQuery(isAllowed: features.allowsQueries)
    }

    /// Draws a frame if one is due and the terminal has accepted the previous one.
    ///
    /// - Parameters:
    ///   - now: The current instant.
    ///   - status: The newest status; nil before the first.
    ///   - lines: Returns the lines to print above the display; called only if they can be written now.
    /// - Returns: The time of the next frame.
    mutating func step(at now: Duration, status: HUDStatus?, lines: () -> [String]) -> Next {
        if !connection.isUsable || (connection.isGuarded && device.isInterrupted) { return .never }
        forgetScreenAfterStop()
        if !flush() {
            droppedFrames += 1
            return connection.isUsable ? .at(now + frameDuration) : .never
        }
        let isShown = status != nil && now >= firstFrame && device.isForeground && beginGuard()
        receiveResponse(at: now)
        let newSize = device.size
        let isResized = size != nil && size != newSize && encoder.shown != nil
        size = newSize
        timeline.advance(
            to: now, status: status, detailWidth: status.map { layout.detailWidth($0) } ?? 0,
            isOnScreen: encoder.shown != nil)
        let grid = isShown ? status.flatMap { makeGrid($0, size: newSize) } : nil
        let isForeground = device.isForeground
        if isForeground || !connection.isGuarded {
            write(
                grid, above: lines(), isResized: isResized, progress: taskbarProgress(status),
                prefix: grid == nil ? "" : request(status, at: now))
        }
        return next(after: now, isForeground: isForeground)
    }

    /// Returns the request to send with the first frame.
    private mutating func request(_ status: HUDStatus?, at now: Duration) -> String {
        // Only the items that fly to a badge are translucent.
        let asksBackground =
            status?.badge != nil && timeline.animates && layout.appearance.palette.depth.blends
        return query.begin(on: device, at: now, asksBackground: asksBackground)
    }

    /// Returns the time of the frame after one that was due at `now`.
    private func next(after now: Duration, isForeground: Bool) -> Next {
        guard connection.isUsable else { return .never }
        // In the background nothing is drawn, but the process may return to the foreground at any time.
        if !isForeground && connection.isGuarded { return .at(now + .milliseconds(500)) }
        if now < firstFrame { return .at(firstFrame) }
        let isIdle = !timeline.isMoving && output.isComplete && query.deadline == nil
        return isIdle ? .onChange : .at(now + frameDuration)
    }

    private func makeGrid(_ status: HUDStatus, size: TerminalSize) -> CellGrid? {
        layout.grid(status, motion: timeline.motion, size: size, timeLeft: timeline.timeLeft(for: status))
    }

    /// Removes the display from the screen so that other output can be written.
    ///
    /// This function waits for a slow terminal, as the other output would have to.
    ///
    /// - Returns: True if the display was on the screen.
    mutating func hide() -> Bool {
        guard encoder.shown != nil, connection.isUsable, !device.isInterrupted else { return false }
        drain()
        write(nil, above: [], isResized: false, leavesUpdateOpen: true)
        drain()
        hasWrittenText = true
        return true
    }

    /// Draws the display again after other output, unless it was drawn a moment ago.
    ///
    /// During a burst of output, the next regular frame is soon enough.
    mutating func show(at now: Duration, status: HUDStatus?) {
        guard now - lastRedraw >= frameDuration else { return }
        lastRedraw = now
        _ = step(at: now, status: status, lines: { [] })
    }

    /// Starts the closing animation, in which the ring closes if it is on the screen and may move.
    ///
    /// - Parameters:
    ///   - now: The current instant.
    ///   - outcome: The outcome of the run, which determines the symbol and its color.
    /// - Returns: The end of the animation; nil if nothing moves.
    mutating func close(at now: Duration, outcome: HUDOutcome) -> Duration? {
        timeline.close(at: now, outcome: outcome)
        if connection.isGuarded { device.beginFinishing() }
        guard timeline.animates, encoder.shown != nil, connection.isUsable, !device.isInterrupted, device.isForeground
        else { return nil }
        return timeline.limitClosing(at: now, to: Self.closingLimit).map { now + $0 }
    }

    /// Replaces the display by lines that stay on the screen, and releases the terminal.
    ///
    /// - Parameter lines: The lines that were logged since the last frame, and the summary.
    mutating func end(lines: [String]) {
        drain()
        // Before the lines, because a terminal that does not respond loses unread frames. Text is never discarded.
        if connection.isGuarded && device.finishQuery(discardsOutput: !hasWrittenText) {
            encoder.leaveIncompleteFrame()
        }
        write(nil, above: lines, isResized: false)
        drain()
        let isInterrupted = connection.isGuarded && device.isInterrupted
        if connection.isGuarded { device.endGuard() }
        connection.endGuard()
        if isInterrupted || !output.undeliveredLines.isEmpty {
            // The signal has already restored the screen, so the remaining lines are written as plain text.
            output.drop()
            encoder.forget(isCursorHidden: true)
            write(nil, above: [], isResized: false)
            drain(isInterrupted: isInterrupted)
        }
        connection = .ended
    }

    private func taskbarProgress(_ status: HUDStatus?) -> TaskbarProgress? {
        guard showsTaskbarProgress, let status else { return nil }
        guard let fraction = status.fraction, fraction.isFinite else { return .busy }
        return .percent(Int(clamping: fraction * 100, to: 0...100, rounding: .down))
    }

    private mutating func receiveResponse(at now: Duration) {
        guard let response = query.receive(from: device, at: now) else { return }
        encoder.usesSynchronizedUpdates = response.supportsSynchronizedUpdates
        if let background = response.background { layout.appearance.palette.background = background }
    }

    private mutating func beginGuard() -> Bool {
        if !connection.isGuarded && device.beginGuard() { connection.beginGuard() }
        return connection.isGuarded
    }

    /// Encodes a frame with the undelivered lines and starts to write it.
    ///
    /// - Parameters:
    ///   - grid: The cells to show; nil to remove the display.
    ///   - lines: The lines to print above the display.
    ///   - isResized: True if the screen's size has changed since the last frame.
    ///   - progress: The progress for the taskbar; nil for none.
    ///   - prefix: A control sequence to send before the frame.
    ///   - leavesUpdateOpen: True if the terminal should show this only together with the next frame.
    private mutating func write(
        _ grid: CellGrid?, above lines: [String], isResized: Bool, progress: TaskbarProgress? = nil,
        prefix: String = "", leavesUpdateOpen: Bool = false
    ) {
        // A frame that a signal has interrupted is never completed.
        output.drop()
        let lines = output.removeUndeliveredLines() + lines
        if !lines.isEmpty { hasWrittenText = true }
        let frame = encoder.encode(
            grid, above: lines, width: size?.columns, isResized: isResized, progress: progress,
            leavesUpdateOpen: leavesUpdateOpen)
        let bytes = Array(prefix.utf8) + frame
        guard !bytes.isEmpty else { return }
        if connection.isGuarded {
            let restore = encoder.restoreBytes()
            device.prepareRestore(parked: restore.parked, torn: restore.torn)
        }
        output.begin(bytes, lines: zip(lines, encoder.lineEnds).map { ($0, $1 + prefix.utf8.count) })
        _ = flush()
    }

    /// Offers the remaining bytes to the terminal.
    ///
    /// - Returns: True if no byte remains.
    private mutating func flush() -> Bool {
        guard !output.isComplete else { return true }
        guard let count = device.writeNonblocking(output.remaining, isWhole: true) else {
            connection.recordDisconnection()
            output.discard()
            return false
        }
        output.accept(count)
        return output.isComplete
    }

    /// Discards the state of the screen if the process was stopped and continued, because other output may be on it.
    private mutating func forgetScreenAfterStop() {
        guard connection.isGuarded && device.consumeResumption() else { return }
        output.drop()
        encoder.forget()
    }

    /// Waits until all bytes have been written.
    ///
    /// - Parameter isInterrupted: True if a signal has asked the process to end; a terminal that accepts nothing must
    ///   then not delay it.
    private mutating func drain(isInterrupted: Bool = false) {
        while !flush() && connection.isUsable {
            // After a signal, a guarded terminal accepts no more bytes.
            if connection.isGuarded && device.isInterrupted { return }
            forgetScreenAfterStop()
            if !device.waitUntilWritable(timeout: .milliseconds(100)) && isInterrupted { return }
        }
        forgetScreenAfterStop()
    }
}

extension LiveSession {
    /// The time of the next frame.
    enum Next: Sendable, Hashable {
        /// The next frame is due at an instant.
        case at(Duration)
        /// The next frame is due after a change of the status, the lines or the screen.
        case onChange
        /// No frame will follow.
        case never
    }
}

extension LiveSession {
    /// The state of a session's connection to its terminal.
    private enum Connection: Sendable, Hashable {
        /// Bytes can be written. No frame has been drawn, so a signal has nothing to restore.
        case open
        /// Bytes can be written. A signal restores the terminal.
        case guarded
        /// The terminal is gone. If it is guarded, the guard still has to be ended.
        case lost(isGuarded: Bool)
        /// The session has ended and writes nothing more.
        case ended

        /// True if the guard of the terminal has been started but not ended.
        var isGuarded: Bool { self == .guarded || self == .lost(isGuarded: true) }

        /// True if bytes can be written.
        var isUsable: Bool { self == .open || self == .guarded }

        /// Records that the guard was started.
        mutating func beginGuard() {
            if self == .open { self = .guarded }
        }

        /// Records that the guard was ended.
        mutating func endGuard() {
            switch self {
            case .guarded: self = .open
            case .lost: self = .lost(isGuarded: false)
            case .open, .ended: break
            }
        }

        /// Records that the terminal is gone.
        mutating func recordDisconnection() {
            if isUsable { self = .lost(isGuarded: isGuarded) }
        }
    }
}
