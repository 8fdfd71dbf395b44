import Motion
import Syntax

/// A recorder of scenes in the asciicast format, version 2: a header and one line for each write.
package struct CastRecording: Sendable {
    private let appearance: HUDAppearance
    private let framesPerSecond: Int
    private let dragCoefficient: Double

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - appearance: The characters and colors to draw with.
    ///   - framesPerSecond: The number of frames per second, clamped to 1...60; one more is recorded at an event that
    ///     changes the picture at once.
    ///   - dragCoefficient: The factor by which everything is slowed down; greater than 0.
    package init(appearance: HUDAppearance, framesPerSecond: Int = 30, dragCoefficient: Double = 1) {
        self.dragCoefficient = dragCoefficient
        self.appearance = appearance
        self.framesPerSecond = min(max(framesPerSecond, 1), 60)
    }

    /// Records scenes one after the other.
    ///
    /// - Parameters:
    ///   - scenes: The scenes in order.
    ///   - cells: The size of each scene; nil for its preferred size.
    ///   - title: The title in the header.
    /// - Returns: The contents of the file; the same scenes give the same bytes.
    package func text(of scenes: [HUDScene], cells: TerminalSize?, title: String) -> String {
        let sizes = scenes.map { cells ?? $0.size }
        let width = (sizes.map(\.columns).max() ?? 1) + 1
        let height = sizes.reduce(1) { $0 + $1.rows }
        var lines = [
            "{\"version\": 2, \"width\": \(width), \"height\": \(height), \"title\": \(JSONString.literal(title)), "
                + "\"env\": {\"TERM\": \"xterm-256color\"}}"
        ]
        var begin = 0.0
        for (scene, size) in zip(scenes, sizes) {
            var encoder = FrameEncoder()
            let whole = scene.duration.mediaTime * dragCoefficient
            func grid(at time: MediaTime) -> CellGrid {
                scene.grid(
                    at: .seconds(time / dragCoefficient), columns: size.columns, rows: size.rows, appearance: appearance
                )
            }
            let count = Int(clamping: whole * Double(framesPerSecond), to: 0...1 << 30, rounding: .up)
            let regular = (0...count).map { min(Double($0) / Double(framesPerSecond), whole) }
            let events = scene.events.map { $0 * dragCoefficient }.filter { event in
                // Without a frame of its own, the picture before the event would be shown for too long.
                event < whole && regular.allSatisfy { abs($0 - event) > 1e-6 }
                    && grid(at: event - 1e-6) != grid(at: event)
            }
            let times = (regular + events).sorted()
            for (index, time) in times.enumerated() {
                let grid = grid(at: time)
                var bytes = encoder.encode(grid)
                if index == times.count - 1 { bytes += encoder.encode(nil, above: grid.lines) }
                guard !bytes.isEmpty else { continue }
                let data = JSONString.literal(String(decoding: bytes, as: UTF8.self))
                lines.append("[\(Self.number(begin + time)), \"o\", \(data)]")
            }
            begin += whole
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func number(_ seconds: Double) -> String {
        let micros = Int(clamping: seconds * 1e6, to: 0...Int.max)
        let fraction = String(micros % 1_000_000)
        return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
