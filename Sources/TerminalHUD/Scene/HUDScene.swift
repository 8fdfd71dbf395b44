package import Motion
import Syntax

/// A scene with a fixed timeline, which starts at 0 with the first frame.
package struct HUDScene: Sendable {
    /// The name of the scene on the command line.
    package let name: String
    /// The duration after which nothing new appears.
    package let duration: Duration
    /// The preferred size in cells.
    package let size: TerminalSize
    /// True if the scene is as wide as the terminal unless a size is requested.
    let fillsWidth: Bool
    /// The last frame in words, for outputs that cannot show it.
    package let outcome: String
    /// True if layers are translucent at some time, so that their colors are mixed with the background.
    let isTranslucent: Bool
    /// The times at which the motion changes abruptly: where something begins, ends, appears or disappears.
    package let events: [MediaTime]
    /// The text to the right of the drawing at a time since the first frame, in ASCII and always of the same width; nil
    /// for none.
    private let caption: (@Sendable (MediaTime) -> String)?
    /// The frame of the layers within the cells, which is smaller than the cells if strokes would be cut off.
    private let unclippedFrame: @Sendable (Rect) -> Rect
    /// Returns the layers at a time since the first frame, fitted into a rectangle and with strokes of a width.
    private let makeLayers: @Sendable (MediaTime, Rect, Double) -> [ShapeLayer]
    private let motion: Activity

    /// The times at which something moves.
    enum Activity: Sendable {
        /// Between two instants.
        case within(ClosedRange<MediaTime>)
        /// At the start of each period, for a duration.
        case periodic(period: MediaTime, duration: MediaTime)
    }

    /// The names of all scenes.
    package static var names: [String] {
        Symbol.library.map { symbolPrefix + $0.name } + library.map(\.name)
    }

    private static let symbolPrefix = "symbol:"

    /// Returns the scene with a name, or nil if there is none.
    ///
    /// - Parameters:
    ///   - name: One of `names`.
    ///   - duration: The duration; nil for the scene's own. The scene `progress` fills its bar in this time.
    /// - Returns: The scene.
    package static func named(_ name: String, duration: Duration? = nil) -> HUDScene? {
        guard name.hasPrefix(symbolPrefix) else {
            return library.first { $0.name == name }.map { $0.make(name, duration) }
        }
        return Symbol.named(String(name.dropFirst(symbolPrefix.count))).map { symbol in
            scene(of: symbol, name: name, duration: duration)
        }
    }

    /// Creates a scene.
    init(
        name: String, duration: Duration, size: TerminalSize = TerminalSize(columns: 16, rows: 8),
        fillsWidth: Bool = false, outcome: String, isTranslucent: Bool = false,
        motion: Activity = .within(0...MediaTime.infinity), events: [MediaTime] = [],
        caption: (@Sendable (MediaTime) -> String)? = nil,
        unclippedFrame: @escaping @Sendable (Rect) -> Rect = { $0 },
        makeLayers: @escaping @Sendable (MediaTime, Rect, Double) -> [ShapeLayer]
    ) {
        self.name = name
        self.duration = duration
        self.size = size
        self.fillsWidth = fillsWidth
        self.outcome = outcome
        self.isTranslucent = isTranslucent
        self.events = events
        self.motion = motion
        self.caption = caption
        self.unclippedFrame = unclippedFrame
        self.makeLayers = makeLayers
    }

    /// The width of strokes, as a fraction of the frame's shorter side.
    static let strokeFraction = 1.0 / 12

    /// Returns the layers in square units at a time since the first frame, fitted into a rectangle.
    func layers(at time: MediaTime, in frame: Rect) -> [ShapeLayer] {
        makeLayers(time, frame, frame.shorterSide * Self.strokeFraction)
    }

    /// Returns the next time at which something moves: `time` itself if something is moving, and nil if nothing will
    /// move.
    func nextMotion(after time: MediaTime) -> MediaTime? {
        switch motion {
        case .within(let range):
            return time < range.upperBound ? max(time, range.lowerBound) : nil
        case .periodic(let period, let duration):
            let round = (time / period).rounded(.down) * period
            return time - round < duration ? time : round + period
        }
    }

    /// Returns one frame as lines of exactly `columns` characters.
    package func frame(at time: Duration, columns: Int, rows: Int, glyphs: GlyphSet) -> [String] {
        let raster = raster(at: time, columns: columns, rows: rows, glyphs: glyphs, blends: false)
        return (0..<raster.rows).map { row in
            String(
                (0..<raster.columns).map { column in
                    let cell = raster.cell(column: column, row: row)
                    return cell.ink == nil ? glyphs.blank : cell.character
                })
        }
    }

    /// The least number of columns in which a caption is shown.
    private static let captionedColumns = 12

    /// Returns one frame as cells with colors, and with the caption if there is enough space.
    func grid(at time: Duration, columns: Int, rows: Int, appearance: HUDAppearance) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        let text = columns < Self.captionedColumns ? "" : caption?(time.mediaTime) ?? ""
        if !text.isEmpty { grid.write(text, row: (rows - 1) / 2, column: columns - text.count) }
        let raster = raster(
            at: time, columns: text.isEmpty ? columns : columns - text.count - 1, rows: rows, glyphs: appearance.glyphs,
            blends: appearance.palette.depth.blends)
        grid.draw(raster, palette: appearance.palette)
        return grid
    }

    private func raster(
        at time: Duration, columns: Int, rows: Int, glyphs: GlyphSet, blends: Bool
    ) -> DotRaster {
        // The limit is larger than any screen; more cells would only use memory.
        let columns = min(max(columns, 0), 1000)
        let rows = min(max(rows, 0), 500)
        let frame = DotRaster.frame(columns: columns, rows: rows)
        // Unlike a picture, cells cannot be extended by the part of a stroke that exceeds the frame.
        let layers = makeLayers(time.mediaTime, unclippedFrame(frame), frame.shorterSide * Self.strokeFraction)
        return DotRaster(layers, columns: columns, rows: rows, glyphs: glyphs, blends: blends)
    }
}

extension HUDScene {
    /// All scenes except those of symbols, each with a function that creates it from its name and the requested
    /// duration.
    ///
    /// Adding a widget to this list makes it available in `leftoff hud`.
    static let library: [(name: String, make: @Sendable (String, Duration?) -> HUDScene)] = [
        ("busy", busy), ("square", square), ("throw", flight), ("progress", progress), ("title", title), ("cube", cube),
    ]

    /// Returns a scene in which a symbol is drawn once.
    private static func scene(of symbol: Symbol, name: String, duration: Duration?) -> HUDScene {
        let timeline = SymbolTimeline(symbol: symbol, tint: tint(of: symbol))
        let end = timeline.delay + timeline.duration
        let duration = duration ?? .seconds(1)
        return HUDScene(
            name: name, duration: duration, outcome: duration.mediaTime < end ? "in progress" : "drawn",
            motion: .within(timeline.delay...end),
            events: timeline.events,
            unclippedFrame: { timeline.symbol.unclippedFrame(in: $0, lineWidth: $0.shorterSide * strokeFraction) }
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func busy(_ name: String, _ duration: Duration?) -> HUDScene {
        var timeline = RingTimeline()
        let stop: MediaTime = 3
        timeline.stop(at: stop)
        let end = stop + timeline.endDuration + timeline.fadeDuration
        let duration = duration ?? .seconds(5)
        return HUDScene(
            name: name, duration: duration, outcome: duration.mediaTime < end ? "in progress" : "done",
            isTranslucent: true, motion: .within(0...end), events: [stop, stop + timeline.endDuration, end]
        ) { [timeline] time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func square(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = SquareTimeline()
        return HUDScene(name: name, duration: duration ?? .seconds(4), outcome: "in progress") {
            time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func flight(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = ThrowTimeline()
        let duration = duration ?? .milliseconds(1500)
        let count = timeline.count + (duration.mediaTime < timeline.duration ? 0 : 1)
        return HUDScene(
            name: name, duration: duration, size: TerminalSize(columns: 32, rows: 8), outcome: "\(count) links",
            isTranslucent: true, motion: .within(0...timeline.end), events: timeline.events
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func progress(_ name: String, _ duration: Duration?) -> HUDScene {
        let duration = duration ?? .seconds(4)
        let timeline = ProgressTimeline(duration: duration.mediaTime)
        return HUDScene(
            name: name, duration: duration, size: TerminalSize(columns: 60, rows: 1), fillsWidth: true,
            outcome: "100%", isTranslucent: true, events: [duration.mediaTime],
            caption: { time in
                // Rounded down, so that 100 % is shown only at the end.
                let number = String(Int(clamping: timeline.fraction(at: time) * 100, to: 0...100, rounding: .down))
                return String(repeating: " ", count: max(3 - number.count, 0)) + number + "%"
            }
        ) { time, frame, _ in
            timeline.layers(at: time, in: frame)
        }
    }

    @Sendable private static func title(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = TitleTimeline()
        let duration = duration ?? .seconds(timeline.end + 0.5)
        return HUDScene(
            name: name, duration: duration, size: TerminalSize(columns: 44, rows: 4),
            outcome: duration.mediaTime < timeline.end ? "in progress" : timeline.text,
            motion: .within(0...timeline.end),
            events: timeline.growthTimes.flatMap { [$0.lowerBound, $0.upperBound] }
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func cube(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = CubeTimeline()
        let motion = Activity.periodic(period: timeline.period, duration: timeline.duration)
        let duration = duration ?? .seconds(4)
        // The limit bounds the memory for a demonstration of an hour.
        let turns = stride(from: 0, through: duration.mediaTime, by: timeline.period).prefix(3600)
        return HUDScene(
            name: name, duration: duration, outcome: "turning", motion: motion,
            events: turns.flatMap { [$0, $0 + timeline.duration] }
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    private static func tint(of symbol: Symbol) -> Tint {
        switch symbol {
        case .checkmark: .success
        case .cross: .failure
        case .warning: .warning
        default: .active
        }
    }
}
