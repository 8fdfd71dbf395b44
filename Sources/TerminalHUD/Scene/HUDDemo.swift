import Dispatch
import Motion
import Syntax

/// A demonstration that plays a scene on a terminal.
package struct HUDDemo: Sendable {
    /// The scene to play.
    private var scene: HUDScene
    /// The maximum number of frames per second; the initializer clamps it to 1...60.
    private var framesPerSecond: Int
    /// The size of the scene, limited by the screen; nil for the scene's preferred size.
    private var cells: TerminalSize?
    /// The characters that show the dots; nil for those that the terminal supports.
    private var glyphs: GlyphSet?
    /// The factor by which everything is slowed down; greater than 0.
    private var dragCoefficient: Double

    /// Creates a demonstration.
    package init(
        scene: HUDScene, framesPerSecond: Int, cells: TerminalSize? = nil, glyphs: GlyphSet? = nil,
        dragCoefficient: Double = 1
    ) {
        self.scene = scene
        self.framesPerSecond = min(max(framesPerSecond, 1), 60)
        self.cells = cells
        self.glyphs = glyphs
        self.dragCoefficient = dragCoefficient
    }

    /// The duration.
    package var duration: Duration { dragCoefficient == 1 ? scene.duration : scene.duration * dragCoefficient }

    /// Plays the scene if the options allow motion, and leaves its last frame on the screen.
    ///
    /// In a calm display, only the last frame is written. Without motion, and where no terminal can draw, one line
    /// describes the last frame.
    ///
    /// The function returns at the end of the scene. It does not use the runtime's thread pool, whose threads wake up
    /// every second even if nothing moves.
    ///
    /// - Parameter options: The options of the display; `isQuiet` is ignored.
    package func run(options: HUDOptions) {
        var options = options
        options.isQuiet = false
        let device = SystemTerminal(descriptor: options.descriptor)
        switch DisplayChoice(options: options, isTerminal: device != nil) {
        case .live(let appearance, isCalm: false):
            let features = TerminalFeatures(environment: options.environment)
            if let device {
                let clock = DisplayThreadClock()
                let ended = DispatchSemaphore(value: 0)
                Task(executorPreference: clock.executor) {
                    await play(on: device, appearance: appearance, clock: clock, allowsQueries: features.allowsQueries)
                    ended.signal()
                }
                ended.wait()
            }
        case .live(let appearance, isCalm: true):
            let writer = LineWriter(descriptor: options.descriptor)
            let size = device?.size ?? TerminalSize(columns: 80, rows: 24)
            frame(at: duration, size: size, appearance: appearance).lines.forEach(writer.write)
        case .plain:
            LineWriter(descriptor: options.descriptor).write("\(scene.name): \(scene.outcome)")
        case .silent:
            break
        }
    }

    /// Plays the scene from the first frame to the last.
    ///
    /// - Parameters:
    ///   - device: The terminal to draw on; it is guarded until the end.
    ///   - appearance: The characters and colors to draw with.
    ///   - clock: The clock for the frames.
    ///   - allowsQueries: True if the terminal may be queried for its abilities.
    func play(
        on device: any TerminalDevice, appearance: HUDAppearance, clock: any HUDClock, allowsQueries: Bool = false
    ) async {
        guard device.beginGuard() else { return }
        defer { device.endGuard() }
        // There is no work to save, so a signal may end the process immediately.
        var painter = FramePainter(device: device)
        var appearance = appearance
        var query = TerminalQuery(isAllowed: allowsQueries)
        let asksBackground = scene.isTranslucent && appearance.palette.depth.blends
        let start = clock.now
        while !device.isInterrupted && !painter.isGone {
            let time = min(clock.now - start, duration)
            _ = painter.consumeResumption()
            if let response = query.receive(from: device, at: clock.now) {
                painter.usesSynchronizedUpdates = response.supportsSynchronizedUpdates
                if let background = response.background { appearance.palette.background = background }
            }
            painter.paint(requesting: { query.begin(on: device, at: clock.now, asksBackground: asksBackground) }) {
                frame(at: time, size: $0, appearance: appearance)
            }
            // Without this check, the last sleep would outlive the terminal.
            if time >= duration || painter.isGone { break }
            // Deadlines are computed from the start, so that delays do not accumulate.
            let index =
                Int(clamping: time.mediaTime * Double(framesPerSecond) + 0.01, to: 0...1 << 40, rounding: .down) + 1
            var next = start + .seconds(1) * index / framesPerSecond
            // While nothing moves, no frame is due, except to receive an expected response.
            let moves = scene.nextMotion(after: time.mediaTime / dragCoefficient)
            let due = moves.map { start + .seconds($0 * dragCoefficient) } ?? start + duration
            next = max(next, min(due, query.deadline ?? due))
            next = min(next, start + duration)
            do { try await clock.sleep(until: next) } catch { break }
        }
        let last = frame(at: min(clock.now - start, duration), size: painter.size, appearance: appearance)
        // The timeout is long enough for a slow terminal, but a terminal that accepts nothing must not block the
        // process.
        painter.finish(leaving: last.lines, timeout: .seconds(10))
    }

    private func frame(at time: Duration, size: TerminalSize, appearance: HUDAppearance) -> CellGrid {
        let preferred = TerminalSize(
            columns: scene.fillsWidth ? size.columns : scene.size.columns, rows: scene.size.rows)
        let columns = min((cells ?? preferred).columns, max(size.columns - 1, 1))
        let rows = min((cells ?? preferred).rows, max(size.rows - 1, 1))
        var appearance = appearance
        if let glyphs { appearance.glyphs = glyphs }
        return scene.grid(
            at: dragCoefficient == 1 ? time : time / dragCoefficient, columns: columns, rows: rows,
            appearance: appearance)
    }
}
