import Motion

/// What one animated display has on the screen and what it still has to write: the decisions, without clock or thread.
///
/// A frame is written at once or not at all: what a slow terminal did not take is finished first, and the frames that were
/// due meanwhile are never made.
struct LiveSession: Sendable {
    /// How long a run must take to be shown at all.
    static let patience = Duration.milliseconds(150)
    /// How long the end may keep a person from the prompt: what moves then goes as much faster.
    static let grace = Duration.milliseconds(250)

    /// How many frames were left out because the terminal had not taken the one before.
    private(set) var droppedFrames = 0

    private let device: any TerminalDevice
    private var layout: HUDLayout
    private let isCalm: Bool
    private let start: Duration
    private let patience: Duration
    private var motion = HUDMotion()
    private var ringBegin: MediaTime = 0
    private let features: TerminalFeatures
    private var encoder: FrameEncoder
    private var meter = ProgressMeter()
    private var dialogue: TerminalDialogue
    private var size: TerminalSize?
    private var pending: ArraySlice<UInt8> = []
    /// The lines among what is pending, and after how many of its bytes each is written.
    private var pendingLines: [(text: String, end: Int)] = []
    private var taken = 0
    /// Lines of frames that were dropped, which the next one shows.
    private var keptLines: [String] = []
    private var shownAgain = Duration.zero
    private var isGuarded = false
    private var isGone = false
    private var isClosing = false
    /// Since when time goes faster, and by how much.
    private var closing: (begin: MediaTime, pace: Double) = (.infinity, 1)

    /// Makes a session that has drawn nothing yet.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - look: How it looks.
    ///   - isCalm: Whether nothing is to turn.
    ///   - start: When the run began.
    ///   - patience: How long a run must take to be shown at all.
    ///   - features: What the terminal understands beyond the common sequences.
    init(
        device: any TerminalDevice, look: HUDLook, isCalm: Bool, start: Duration,
        patience: Duration = LiveSession.patience, features: TerminalFeatures = .none
    ) {
        self.patience = patience
        self.features = features
        dialogue = TerminalDialogue(mayAsk: features.mayBeAsked, asksBackground: look.palette.depth.blends)
        self.device = device
        layout = HUDLayout(look: look)
        self.isCalm = isCalm
        self.start = start
        encoder = FrameEncoder()
        motion.ring = freshRing
    }

    /// How long one frame stays: 30 a second at most, 4 where it is to be calm.
    var frameDuration: Duration { isCalm ? .milliseconds(250) : .nanoseconds(33_333_334) }

    /// Whether the terminal has yet to take something.
    var hasPending: Bool { !pending.isEmpty }

    /// Draws what is due.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - status: What the command is doing; nil if that is not known yet.
    ///   - lines: Takes the lines that were logged since; called only if they can be written now.
    /// - Returns: When the next frame is due.
    mutating func step(at now: Duration, status: HUDStatus?, lines: () -> [String]) -> Next {
        if isGone || (isGuarded && device.isInterrupted) { return .never }
        forgetIfResumed()
        if !flush() {
            droppedFrames += 1
            return isGone ? .never : .at(now + frameDuration)
        }
        let isShown = status != nil && now - start >= patience && device.isForeground && guarded()
        listen(at: now)
        let newSize = device.size
        let isResized = size != nil && size != newSize && encoder.shown != nil
        size = newSize
        motion.time = time(now)
        if let status { follow(status) }
        motion.ringTime = ringTime(now)
        let ring = motion.ring
        if status?.isWaiting == true {
            // How fast it went before says nothing about the end of a wait.
            meter = ProgressMeter()
        } else if let fraction = status?.fraction, ring.stopTime == nil {
            meter.update(fraction, of: 1, at: time(now))
        }
        let timeLeft = ring.stopTime == nil && status?.fraction != nil ? meter.timeLeft(at: time(now)) : nil
        let grid =
            isShown
            ? status.flatMap { layout.grid($0, motion: motion, size: newSize, timeLeft: timeLeft) } : nil
        let isForeground = device.isForeground
        if isForeground || !isGuarded {
            let question = grid == nil ? "" : dialogue.ask(device, at: now)
            put(grid, above: lines(), isResized: isResized, progress: progress(status), asking: question)
        }
        if isGone { return .never }
        // Nobody looks; but somebody may again.
        if !isForeground && isGuarded { return .at(now + .milliseconds(500)) }
        if now - start < patience { return .at(start + patience) }
        let isStill = isCalm || (ring.end.map { $0 <= motion.ringTime } ?? false) && !motion.isMoving
        return isStill && !hasPending && dialogue.deadline == nil ? .onChange : .at(now + frameDuration)
    }

    /// Lets the ring turn or rest as the status says; once the run has ended it stays as it is.
    private mutating func follow(_ status: HUDStatus) {
        motion.update(status, isCalm: isCalm)
        motion.detailWidth = max(motion.detailWidth, layout.detailWidth(status))
        guard !isClosing else { return }
        switch status.activity {
        case .busy:
            guard motion.ring.stopTime != nil else { break }
            motion.ring = freshRing
            ringBegin = motion.time
        case .atRest(let symbol, let tint):
            motion.ring.image = symbol
            motion.ring.finalTint = tint
            // What has never turned has nothing to close.
            let now = isCalm ? 0 : motion.time - ringBegin
            motion.ring.stop(at: isCalm || encoder.shown == nil ? now - 10 : now)
        }
    }

    private var freshRing: RingTimeline {
        var ring = RingTimeline()
        if isCalm { ring.startFraction = 0.75 }
        ring.entrance = .stroke
        return ring
    }

    /// Takes the display off the screen, for other output.
    ///
    /// Waits for the terminal, as that output would.
    ///
    /// - Returns: Whether it was on the screen.
    mutating func hide() -> Bool {
        guard encoder.shown != nil, !isGone, !device.isInterrupted else { return false }
        drain()
        put(nil, above: [], isResized: false, holds: true)
        drain()
        return true
    }

    /// Draws the display again after other output, unless that comes so fast that the next frame is soon enough.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - status: What the command is doing.
    mutating func show(at now: Duration, status: HUDStatus?) {
        guard now - shownAgain >= frameDuration else { return }
        shownAgain = now
        _ = step(at: now, status: status, lines: { [] })
    }

    /// Begins the end: the ring closes if it is on the screen and may move.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - outcome: How the run ended.
    /// - Returns: Until when frames are due; nil if there is nothing to animate.
    mutating func close(at now: Duration, outcome: HUDOutcome) -> Duration? {
        isClosing = true
        motion.ring.stop(at: ringTime(now))
        motion.ring.finalTint = outcome.tint
        motion.ring.image = outcome.symbol
        if isGuarded { device.beginFinishing() }
        guard !isCalm, encoder.shown != nil, !isGone, !device.isInterrupted, device.isForeground,
            let end = motion.ring.end
        else { return nil }
        // What flies lands, too.
        let rest = max(ringBegin + end, motion.badge?.end ?? 0) - time(now)
        let length = min(max(rest, 0), Self.grace.mediaTime)
        closing = (time(now), length > 0 ? rest / length : 1)
        return now + .seconds(length)
    }

    /// Leaves the summary in the display's place and gives the terminal back.
    ///
    /// - Parameter lines: The last lines that were logged, and the summary.
    mutating func end(lines: [String]) {
        // An answer that came after the end would be taken for something typed.
        if let deadline = dialogue.deadline { listen(at: deadline, waiting: .milliseconds(50)) }
        drain()
        put(nil, above: lines, isResized: false)
        drain()
        let isInterrupted = isGuarded && device.isInterrupted
        if isGuarded { device.endGuard() }
        isGuarded = false
        if isInterrupted || !keptLines.isEmpty {
            // After a signal the screen was restored already, and what is left is written as plain lines.
            dropPending()
            encoder.forget(isCursorHidden: true)
            put(nil, above: [], isResized: false)
            drain(givesUp: isInterrupted)
        }
        isGone = true
    }

    private func time(_ now: Duration) -> MediaTime {
        let time = (now - start).mediaTime
        return time + max(time - closing.begin, 0) * (closing.pace - 1)
    }

    /// In a calm display nothing turns.
    private func ringTime(_ now: Duration) -> MediaTime { isCalm ? 0 : time(now) - ringBegin }

    private func progress(_ status: HUDStatus?) -> TaskbarProgress? {
        guard features.showsProgress, let status else { return nil }
        guard let fraction = status.fraction, fraction.isFinite else { return .busy }
        return .percent(Int(min(max(fraction, 0), 1) * 100))
    }

    private mutating func listen(at now: Duration, waiting timeout: Duration = .zero) {
        if let answers = dialogue.listen(to: device, at: now, waiting: timeout) {
            encoder.usesSynchronizedUpdates = answers.knowsSynchronizedUpdates
            if let background = answers.background { layout.look.palette.background = background }
        }
    }

    private mutating func guarded() -> Bool {
        if !isGuarded { isGuarded = device.beginGuard() }
        return isGuarded
    }

    private mutating func put(
        _ grid: CellGrid?, above lines: [String], isResized: Bool, progress: TaskbarProgress? = nil,
        asking question: String = "", holds: Bool = false
    ) {
        // A frame that a signal has held up is never written.
        dropPending()
        let lines = keptLines + lines
        keptLines = []
        let frame = encoder.encode(
            grid, above: lines, width: size?.columns, isResized: isResized, progress: progress, holds: holds)
        let bytes = Array(question.utf8) + frame
        guard !bytes.isEmpty else { return }
        taken = 0
        pendingLines = zip(lines, encoder.lineEnds).map { ($0, $1 + question.utf8.count) }
        if isGuarded {
            let restore = encoder.restoreBytes()
            device.prepareRestore(parked: restore.parked, torn: restore.torn)
        }
        pending = bytes[...]
        _ = flush()
    }

    /// Offers what is pending.
    ///
    /// - Returns: Whether nothing is left.
    private mutating func flush() -> Bool {
        guard !pending.isEmpty else { return true }
        guard let count = device.offer(pending, isWhole: true) else {
            isGone = true
            pending = []
            return false
        }
        pending = pending.dropFirst(count)
        taken += count
        return pending.isEmpty
    }

    /// Drops what is left of a frame, but keeps its lines.
    private mutating func dropPending() {
        if !pending.isEmpty { keptLines += pendingLines.filter { $0.end > taken }.map(\.text) }
        pending = []
    }

    /// After a stop the screen is another one.
    private mutating func forgetIfResumed() {
        guard isGuarded && device.takeResumed() else { return }
        dropPending()
        encoder.forget()
    }

    /// Waits until all is written.
    ///
    /// - Parameter givesUp: Whether a terminal that takes nothing is not waited for: it must not hold up a process that was
    ///   told to end.
    private mutating func drain(givesUp: Bool = false) {
        while !flush() && !isGone {
            // A guarded terminal takes nothing after a signal.
            if isGuarded && device.isInterrupted { return }
            forgetIfResumed()
            if !device.waitUntilWritable(timeout: .milliseconds(100)) && givesUp { return }
        }
        forgetIfResumed()
    }
}
