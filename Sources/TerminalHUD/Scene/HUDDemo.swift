import Motion

/// Plays a scene on a terminal.
package struct HUDDemo: Sendable {
    /// The scene.
    package var scene: HUDScene
    /// How many frames a second are made at most.
    package var framesPerSecond: Int

    /// Makes a demonstration.
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - framesPerSecond: How many frames a second are made at most; brought into 1 to 60.
    package init(scene: HUDScene, framesPerSecond: Int = 30) {
        self.scene = scene
        self.framesPerSecond = min(max(framesPerSecond, 1), 60)
    }

    /// Plays the scene where the options allow motion, and leaves its last frame; elsewhere writes the last frame only.
    ///
    /// - Parameter options: What decides how a status is displayed. Being quiet is no reason to play nothing here.
    package func run(options: HUDOptions) async {
        var options = options
        options.isQuiet = false
        let device = SystemTerminal(descriptor: options.descriptor)
        switch DisplayChoice(options: options, isTerminal: device != nil) {
        case .live(let look, isCalm: false):
            if let device { await play(on: device, look: look, clock: SystemHUDClock()) }
        case .live(let look, isCalm: true), .plain(let look, _):
            let writer = LineWriter(descriptor: options.descriptor)
            let size = device?.size ?? TerminalSize(columns: 80, rows: 24)
            frame(at: scene.duration, size: size, look: look).lines.forEach(writer.write)
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
    package func play(on device: any TerminalDevice, look: HUDLook, clock: any HUDClock) async {
        guard device.beginGuard() else { return }
        defer { device.endGuard() }
        // There is nothing to lose here, so a signal may end the process at once.
        var encoder = FrameEncoder()
        var pending: ArraySlice<UInt8> = []
        var size = device.size
        func flush() -> Bool {
            guard !pending.isEmpty else { return true }
            guard let count = device.offer(pending, isWhole: true) else { return false }
            pending = pending.dropFirst(count)
            return pending.isEmpty
        }
        let start = clock.now
        var index = 0
        while !device.isInterrupted {
            let time = min(clock.now - start, scene.duration)
            if device.takeResumed() { encoder.forget() }
            if device.isForeground, flush() {
                let newSize = device.size
                let grid = frame(at: time, size: newSize, look: look)
                pending = encoder.encode(grid, isResized: newSize != size)[...]
                size = newSize
                let restore = encoder.restoreBytes()
                device.prepareRestore(parked: restore.parked, torn: restore.torn)
                _ = flush()
            }
            if time >= scene.duration { break }
            // Deadlines are counted from the start, so that no delay adds up.
            index = max(index + 1, Int((time.mediaTime * Double(framesPerSecond)).rounded(.down)))
            let next = min(start + .seconds(1) * index / framesPerSecond, start + scene.duration)
            do { try await clock.sleep(until: next) } catch { break }
        }
        let last = frame(at: min(clock.now - start, scene.duration), size: size, look: look)
        while !flush(), !device.isInterrupted, device.waitUntilWritable(timeout: .seconds(1)) {}
        if device.isInterrupted { return }
        pending = encoder.encode(nil, above: last.lines)[...]
        while !flush(), device.waitUntilWritable(timeout: .seconds(1)) {}
    }

    private func frame(at time: Duration, size: TerminalSize, look: HUDLook) -> CellGrid {
        let columns = min(scene.name == "progress" ? 60 : 16, max(size.columns - 1, 1))
        let rows = min(scene.name == "progress" ? 1 : 8, max(size.rows - 1, 1))
        return scene.grid(at: time, columns: columns, rows: rows, glyphs: look.glyphs, usesColor: look.usesColor)
    }
}
