import Motion

/// What one animated display has on the screen and what it still has to write: the decisions, without clock or thread.
///
/// A frame is written at once or not at all: what a slow terminal did not take is finished first, and the frames that were
/// due meanwhile are never made.
struct LiveSession: Sendable {
    /// How long a run must take to be shown at all.
    static let patience = Duration.milliseconds(150)

    /// When the next frame is due.
    enum Next: Sendable, Hashable {
        /// At an instant.
        case at(Duration)
        /// As soon as there is something new.
        case onChange
        /// Never again.
        case never
    }

    /// How many frames were left out because the terminal had not taken the one before.
    private(set) var droppedFrames = 0

    private let device: any TerminalDevice
    private let layout: HUDLayout
    private let isCalm: Bool
    private let start: Duration
    private var ring = RingTimeline()
    private var encoder: FrameEncoder
    private var size: TerminalSize?
    private var pending: ArraySlice<UInt8> = []
    private var shownAgain = Duration.zero
    private var isGuarded = false
    private var isGone = false

    /// Makes a session that has drawn nothing yet.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - look: How it looks.
    ///   - isCalm: Whether nothing is to turn.
    ///   - start: When the run began.
    init(device: any TerminalDevice, look: HUDLook, isCalm: Bool, start: Duration) {
        self.device = device
        layout = HUDLayout(look: look)
        self.isCalm = isCalm
        self.start = start
        encoder = FrameEncoder()
        if isCalm { ring.startFraction = 0.75 }
        ring.entrance = .stroke
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
        if !flush() {
            droppedFrames += 1
            return isGone ? .never : .at(now + frameDuration)
        }
        let isShown = status != nil && now - start >= Self.patience && device.isForeground && guarded()
        if isGuarded && device.takeResumed() { encoder.forget() }
        let newSize = device.size
        let isResized = size != nil && size != newSize && encoder.shown != nil
        size = newSize
        let grid = isShown ? status.flatMap { layout.grid($0, ring: ring, at: time(now), size: newSize) } : nil
        if device.isForeground || !isGuarded {
            put(grid, above: lines(), isResized: isResized)
        }
        if isGone { return .never }
        if now - start < Self.patience { return .at(start + Self.patience) }
        return isCalm && !hasPending ? .onChange : .at(now + frameDuration)
    }

    /// Takes the display off the screen, for other output.
    ///
    /// Waits for the terminal, as that output would.
    ///
    /// - Returns: Whether it was on the screen.
    mutating func hide() -> Bool {
        guard encoder.shown != nil, !isGone, !device.isInterrupted else { return false }
        drain()
        put(nil, above: [], isResized: false)
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
        ring.stop = time(now)
        ring.finalTint = outcome.tint
        ring.image = outcome.symbol
        if isGuarded { device.beginFinishing() }
        guard !isCalm, encoder.shown != nil, !isGone, !device.isInterrupted, device.isForeground, let end = ring.end
        else { return nil }
        return start + .nanoseconds(Int64(end * 1e9))
    }

    /// Leaves the summary in the display's place and gives the terminal back.
    ///
    /// - Parameter lines: The last lines that were logged, and the summary.
    mutating func end(lines: [String]) {
        drain()
        // After a signal the screen was restored already, and what is left is written as plain lines.
        if isGuarded && (device.isInterrupted || device.takeResumed()) { encoder.forget() }
        put(nil, above: lines, isResized: false)
        drain()
        if isGuarded { device.endGuard() }
        isGuarded = false
        isGone = true
    }

    private func time(_ now: Duration) -> MediaTime {
        isCalm ? 0 : (now - start).mediaTime
    }

    private mutating func guarded() -> Bool {
        if !isGuarded { isGuarded = device.beginGuard() }
        return isGuarded
    }

    private mutating func put(_ grid: CellGrid?, above lines: [String], isResized: Bool) {
        let bytes = encoder.encode(grid, above: lines, isResized: isResized)
        guard !bytes.isEmpty else { return }
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
        return pending.isEmpty
    }

    private mutating func drain() {
        while !flush() && !isGone {
            // A stopped terminal must not hold up a process that was told to end.
            if !device.waitUntilWritable(timeout: .milliseconds(100)) && isGuarded && device.isInterrupted { return }
        }
    }
}
