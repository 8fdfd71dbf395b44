import Motion

/// A demonstration on a fixed timeline: the same that the widgets run, from time 0 at the first frame.
package struct HUDScene: Sendable {
    /// What the scene is called on the command line.
    package let name: String
    /// How long it takes until nothing new is to be seen.
    package let duration: Duration
    private let makeLayers: @Sendable (MediaTime, Rect) -> [ShapeLayer]

    /// The names of all scenes.
    package static var names: [String] {
        Symbol.allCases.map { "symbol:" + $0.rawValue } + ["busy", "square", "progress"]
    }

    /// Finds a scene.
    ///
    /// - Parameters:
    ///   - name: `symbol:checkmark`, `symbol:cross`, `busy`, `square` or `progress`.
    ///   - duration: How long it is to run; nil for the scene's own time. `progress` fills in this time.
    /// - Returns: The scene, or nil if there is none of that name.
    package static func named(_ name: String, duration: Duration? = nil) -> HUDScene? {
        if name.hasPrefix("symbol:") {
            return Symbol(rawValue: String(name.dropFirst("symbol:".count))).map { symbol in
                let timeline = SymbolTimeline(symbol: symbol, tint: symbol == .cross ? .failure : .success)
                return HUDScene(name: name, duration: duration ?? .seconds(1)) { time, frame in
                    timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
                }
            }
        }
        switch name {
        case "busy":
            var timeline = RingTimeline()
            timeline.stop = 3
            return HUDScene(name: name, duration: duration ?? .seconds(5)) { [timeline] time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        case "square":
            let timeline = SquareTimeline()
            return HUDScene(name: name, duration: duration ?? .seconds(4)) { time, frame in
                timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
            }
        case "progress":
            let duration = duration ?? .seconds(4)
            let timeline = ProgressTimeline(duration: duration.mediaTime)
            return HUDScene(name: name, duration: duration) { time, frame in timeline.layers(at: time, in: frame) }
        default:
            return nil
        }
    }

    /// The stroke's width as a fraction of the frame's shorter side.
    package static let strokeFraction = 1.0 / 12

    /// One frame as text.
    ///
    /// - Parameters:
    ///   - time: Since the first frame.
    ///   - columns: How many cells a line has.
    ///   - rows: How many lines there are.
    ///   - glyphs: Which characters show the dots.
    /// - Returns: The lines, each of exactly that many characters.
    package func frame(at time: Duration, columns: Int, rows: Int, glyphs: GlyphSet) -> [String] {
        let raster = raster(at: time, columns: columns, rows: rows, glyphs: glyphs)
        return (0..<raster.rows).map { row in
            String(
                (0..<raster.columns).map { column in
                    let cell = raster.cell(column: column, row: row)
                    return cell.tint == nil ? glyphs.blank : cell.glyph
                })
        }
    }

    /// One frame as cells, for a terminal.
    ///
    /// - Parameters:
    ///   - time: Since the first frame.
    ///   - columns: How many cells a row has.
    ///   - rows: How many rows there are.
    ///   - glyphs: Which characters show the dots.
    ///   - usesColor: Whether tints are shown.
    /// - Returns: The grid.
    package func grid(at time: Duration, columns: Int, rows: Int, glyphs: GlyphSet, usesColor: Bool) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        grid.draw(raster(at: time, columns: columns, rows: rows, glyphs: glyphs), usesColor: usesColor)
        return grid
    }

    private func raster(at time: Duration, columns: Int, rows: Int, glyphs: GlyphSet) -> DotRaster {
        // Cells beyond any screen would only take memory.
        let columns = min(max(columns, 0), 1000)
        let rows = min(max(rows, 0), 500)
        let layers = makeLayers(time.mediaTime, DotRaster.frame(columns: columns, rows: rows))
        return DotRaster(layers, columns: columns, rows: rows, glyphs: glyphs)
    }
}
