package import Motion

/// A demonstration on a fixed timeline: the same that the widgets run, from time 0 at the first frame.
package struct HUDScene: Sendable {
    /// What the scene is called on the command line.
    package let name: String
    /// How long it takes until nothing new is to be seen.
    package let duration: Duration
    /// How many cells suit it.
    package let size: TerminalSize
    private let makeLayers: @Sendable (MediaTime, Rect) -> [ShapeLayer]
    private let motion: Activity

    /// When something moves.
    private enum Activity: Sendable {
        /// Between two instants.
        case within(ClosedRange<MediaTime>)
        /// At the begin of each period.
        case periodic(period: MediaTime, duration: MediaTime)
    }

    /// The names of all scenes.
    package static var names: [String] {
        Symbol.library.map { "symbol:" + $0.name } + ["busy", "square", "throw", "progress", "title", "cube"]
    }

    /// Finds a scene.
    ///
    /// - Parameters:
    ///   - name: One of the names.
    ///   - duration: How long it is to run; nil for the scene's own time. `progress` fills in this time.
    /// - Returns: The scene, or nil if there is none of that name.
    package static func named(_ name: String, duration: Duration? = nil) -> HUDScene? {
        if name.hasPrefix("symbol:") {
            return Symbol.named(String(name.dropFirst("symbol:".count))).map { symbol in
                let timeline = SymbolTimeline(symbol: symbol, tint: tint(of: symbol))
                let motion = Activity.within(timeline.delay...timeline.delay + timeline.duration)
                return HUDScene(name: name, duration: duration ?? .seconds(1), motion: motion) { time, frame in
                    timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
                }
            }
        }
        switch name {
        case "busy":
            var timeline = RingTimeline()
            timeline.stop(at: 3)
            let motion = Activity.within(0...(timeline.end ?? .infinity))
            return HUDScene(name: name, duration: duration ?? .seconds(5), motion: motion) { [timeline] time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        case "square":
            let timeline = SquareTimeline()
            return HUDScene(name: name, duration: duration ?? .seconds(4)) { time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        case "throw":
            let timeline = ThrowTimeline()
            let size = TerminalSize(columns: 32, rows: 8)
            return HUDScene(
                name: name, duration: duration ?? .milliseconds(1500), size: size, motion: .within(0...timeline.end)
            ) { time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        case "progress":
            let duration = duration ?? .seconds(4)
            let timeline = ProgressTimeline(duration: duration.mediaTime)
            let size = TerminalSize(columns: 60, rows: 1)
            return HUDScene(name: name, duration: duration, size: size) { time, frame in
                timeline.layers(at: time, in: frame)
            }
        case "title":
            let timeline = TitleTimeline()
            let size = TerminalSize(columns: 44, rows: 4)
            let whole = Duration.seconds(timeline.end + 0.5)
            return HUDScene(name: name, duration: duration ?? whole, size: size, motion: .within(0...timeline.end)) {
                time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        case "cube":
            let timeline = CubeTimeline()
            let motion = Activity.periodic(period: timeline.period, duration: timeline.duration)
            return HUDScene(name: name, duration: duration ?? .seconds(4), motion: motion) { time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        default:
            return nil
        }
    }

    private init(
        name: String, duration: Duration, size: TerminalSize = TerminalSize(columns: 16, rows: 8),
        motion: Activity = .within(0...MediaTime.infinity),
        makeLayers: @escaping @Sendable (MediaTime, Rect) -> [ShapeLayer]
    ) {
        self.name = name
        self.duration = duration
        self.size = size
        self.motion = motion
        self.makeLayers = makeLayers
    }

    /// The stroke's width as a fraction of the frame's shorter side.
    package static let strokeFraction = 1.0 / 12

    /// What is drawn at an instant, in square units.
    ///
    /// - Parameters:
    ///   - time: Since the first frame.
    ///   - frame: The rectangle that it fills.
    /// - Returns: The layers, each over those before it.
    package func layers(at time: MediaTime, in frame: Rect) -> [ShapeLayer] { makeLayers(time, frame) }

    /// When something moves next.
    ///
    /// - Parameter time: Since the first frame.
    /// - Returns: That time itself while something moves; nil if nothing will any more.
    package func nextMotion(after time: MediaTime) -> MediaTime? {
        switch motion {
        case .within(let range):
            return time < range.upperBound ? max(time, range.lowerBound) : nil
        case .periodic(let period, let duration):
            let round = (time / period).rounded(.down) * period
            return time - round < duration ? time : round + period
        }
    }

    /// One frame as text.
    ///
    /// - Parameters:
    ///   - time: Since the first frame.
    ///   - columns: How many cells a line has.
    ///   - rows: How many lines there are.
    ///   - glyphs: Which characters show the dots.
    /// - Returns: The lines, each of exactly that many characters.
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

    /// One frame as cells, for a terminal.
    ///
    /// - Parameters:
    ///   - time: Since the first frame.
    ///   - columns: How many cells a row has.
    ///   - rows: How many rows there are.
    ///   - look: Which characters show the dots, in which colours.
    /// - Returns: The grid.
    package func grid(at time: Duration, columns: Int, rows: Int, look: HUDLook) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        let raster = raster(
            at: time, columns: columns, rows: rows, glyphs: look.glyphs, blends: look.palette.depth.blends)
        grid.draw(raster, palette: look.palette)
        return grid
    }

    private func raster(
        at time: Duration, columns: Int, rows: Int, glyphs: GlyphSet, blends: Bool
    ) -> DotRaster {
        // Cells beyond any screen would only take memory.
        let columns = min(max(columns, 0), 1000)
        let rows = min(max(rows, 0), 500)
        let layers = layers(at: time.mediaTime, in: DotRaster.frame(columns: columns, rows: rows))
        return DotRaster(layers, columns: columns, rows: rows, glyphs: glyphs, blends: blends)
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
