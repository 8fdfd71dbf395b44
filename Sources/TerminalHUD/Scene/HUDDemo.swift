import Dispatch
import Motion

/// Plays a scene on a terminal.
package struct HUDDemo: Sendable {
    /// The scene.
    package var scene: HUDScene
    /// How many frames a second are made at most.
    package var framesPerSecond: Int
    /// How many cells it fills, if the screen has them.
    package var cells: TerminalSize
    /// Which characters show the dots; nil for those that suit the terminal.
    package var glyphs: GlyphSet?
    /// How many times slower everything is.
    package var dragCoefficient: Double

    /// Makes a demonstration.
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - framesPerSecond: How many frames a second are made at most; brought into 1 to 60.
    ///   - cells: How many cells it fills; nil for as many as suit the scene.
    ///   - glyphs: Which characters show the dots; nil for those that suit the terminal.
    ///   - dragCoefficient: How many times slower everything is; more than 0.
    package init(
        scene: HUDScene, framesPerSecond: Int = 30, cells: TerminalSize? = nil, glyphs: GlyphSet? = nil,
        dragCoefficient: Double = 1
    ) {
        self.scene = scene
        self.framesPerSecond = min(max(framesPerSecond, 1), 60)
        self.cells = cells ?? scene.size
        self.glyphs = glyphs
        self.dragCoefficient = dragCoefficient
    }

    /// How long it takes.
    package var duration: Duration { dragCoefficient == 1 ? scene.duration : scene.duration * dragCoefficient }

    /// Plays the scene where the options allow motion, and leaves its last frame; elsewhere writes the last frame only.
    ///
    /// Waits for the end. No thread of the runtime takes part: those are woken every second, also while nothing moves.
    ///
    /// - Parameter options: What decides how a status is displayed. Being quiet is no reason to play nothing here.
    package func run(options: HUDOptions) {
        var options = options
        options.isQuiet = false
        let device = SystemTerminal(descriptor: options.descriptor)
        switch DisplayChoice(options: options, isTerminal: device != nil) {
        case .live(let look, isCalm: false):
            let features = TerminalFeatures(environment: options.environment)
            if let device {
                let clock = DisplayThreadClock()
                let ended = DispatchSemaphore(value: 0)
                Task(executorPreference: clock.executor) {
                    await play(on: device, look: look, clock: clock, mayAsk: features.mayBeAsked)
                    ended.signal()
                }
                ended.wait()
            }
        case .live(let look, isCalm: true), .plain(let look, _):
            let writer = LineWriter(descriptor: options.descriptor)
            let size = device?.size ?? TerminalSize(columns: 80, rows: 24)
            frame(at: duration, size: size, look: look).lines.forEach(writer.write)
        case .silent:
            break
        }
    }

    /// Plays the scene from the first frame to the last.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - look: How it looks.
    ///   - clock: The clock that frames are timed by.
    ///   - mayAsk: Whether the terminal may be asked what it can do.
    package func play(
        on device: any TerminalDevice, look: HUDLook, clock: any HUDClock, mayAsk: Bool = false
    ) async {
        guard device.beginGuard() else { return }
        defer { device.endGuard() }
        // There is nothing to lose here, so a signal may end the process at once.
        var painter = FramePainter(device: device)
        var look = look
        var dialogue = TerminalDialogue(mayAsk: mayAsk, asksBackground: look.palette.depth.blends)
        let start = clock.now
        while !device.isInterrupted {
            let time = min(clock.now - start, duration)
            _ = painter.takeResumed()
            if let answers = dialogue.listen(to: device, at: clock.now) {
                painter.usesSynchronizedUpdates = answers.knowsSynchronizedUpdates
                if let background = answers.background { look.palette.background = background }
            }
            painter.paint(asking: { dialogue.ask(device, at: clock.now) }) { frame(at: time, size: $0, look: look) }
            if time >= duration { break }
            // Deadlines are counted from the start, so that no delay adds up.
            let index = Int((time.mediaTime * Double(framesPerSecond) + 0.01).rounded(.down)) + 1
            var next = start + .seconds(1) * index / framesPerSecond
            // While nothing moves no frame is due, but for an answer that is awaited.
            let moves = scene.nextMotion(after: time.mediaTime / dragCoefficient)
            let due = moves.map { start + .seconds($0 * dragCoefficient) } ?? start + duration
            next = max(next, min(due, dialogue.deadline ?? due))
            next = min(next, start + duration)
            do { try await clock.sleep(until: next) } catch { break }
        }
        if let deadline = dialogue.deadline {
            _ = dialogue.listen(to: device, at: deadline, waiting: .milliseconds(50))
        }
        let last = frame(at: min(clock.now - start, duration), size: painter.size, look: look)
        // A slow terminal gets its time, one that takes nothing does not.
        painter.finish(leaving: last.lines, patience: .seconds(10))
    }

    private func frame(at time: Duration, size: TerminalSize, look: HUDLook) -> CellGrid {
        let columns = min(cells.columns, max(size.columns - 1, 1))
        let rows = min(cells.rows, max(size.rows - 1, 1))
        var look = look
        if let glyphs { look.glyphs = glyphs }
        return scene.grid(
            at: dragCoefficient == 1 ? time : time / dragCoefficient, columns: columns, rows: rows, look: look)
    }
}
