import ArgumentParser
import TerminalHUD

/// `leftoff hud`: the widgets of the status display.
struct HUDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hud",
        abstract: "Show the widgets of the status display.",
        subcommands: [HUDDemoCommand.self, HUDFrameCommand.self]
    )
}

/// `leftoff hud demo`: plays a widget in the terminal.
private struct HUDDemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a widget in the terminal, or record it to a file."
    )

    @Argument(help: "The widget: \(HUDScene.names.joined(separator: ", ")); all plays them one after another.")
    var name: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The duration in seconds; by default that of the widget.", valueName: "seconds"))
    var duration: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Frames per second, 1 to 60.", valueName: "n"))
    var fps = 30

    @Option(help: ArgumentHelp("The size of the widget in terminal cells.", valueName: "WxH"))
    var cells: HUDCells?

    @Option(help: "The characters to draw with.")
    var glyphs: GlyphSet?

    @Option(parsing: .unconditional, help: ArgumentHelp("Slow the animation down by this factor.", valueName: "factor"))
    var slow = 1.0

    @Option(
        help: ArgumentHelp(
            "Record to a file instead of playing: .cast for asciinema, .svg for web pages.",
            valueName: "FILE.cast|FILE.svg"))
    var record: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let duration, !(0.1...3600).contains(duration) {
            throw ValidationError("--duration must be from 0.1 to 3600 seconds")
        }
        guard (1...60).contains(fps) else { throw ValidationError("--fps must be from 1 to 60") }
        if let record {
            guard record.hasSuffix(".cast") || record.hasSuffix(".svg") else {
                throw ValidationError("--record needs a file name that ends in .cast or .svg")
            }
            if name == "all" && record.hasSuffix(".svg") {
                throw ValidationError("an .svg file shows a single widget; record 'all' to a .cast file")
            }
        }
        guard (0.1...100).contains(slow) else { throw ValidationError("--slow must be from 0.1 to 100") }
    }

    func run() throws {
        let duration = duration.map { Duration.seconds($0) }
        let names = name == "all" ? HUDScene.names : [name]
        let scenes = try names.map { try HUDScene.find($0, duration: duration) }
        if let record {
            var output = try OutputStream(path: record)
            try output.write(recording(of: scenes, to: record).utf8)
            try output.finish()
            return
        }
        for scene in scenes {
            let demo = HUDDemo(
                scene: scene, framesPerSecond: fps, cells: cells?.size, glyphs: glyphs, dragCoefficient: slow)
            demo.run(options: try options.hudOptions())
        }
    }

    private func recording(of scenes: [HUDScene], to file: String) -> String {
        if file.hasSuffix(".svg"), let scene = scenes.first {
            return SVGRecording(framesPerSecond: fps, dragCoefficient: slow).text(of: scene, cells: cells?.size)
        }
        let appearance = HUDAppearance(glyphs: glyphs ?? .braille, usesColor: true)
        return CastRecording(appearance: appearance, framesPerSecond: fps, dragCoefficient: slow).text(
            of: scenes, cells: cells?.size, title: "leftoff hud demo \(name)")
    }
}

/// `leftoff hud frame`: one frame of a widget as text.
private struct HUDFrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Print one frame of a widget as text.",
        discussion: "The same arguments always print the same bytes."
    )

    @Argument(help: "The widget: \(HUDScene.names.joined(separator: ", ")).")
    var name: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The time since the first frame.", valueName: "seconds"))
    var at: Double

    @Option(help: ArgumentHelp("The size of the widget in terminal cells.", valueName: "WxH"))
    var cells: HUDCells

    @Option(help: "The characters to draw with.")
    var glyphs = GlyphSet.braille

    func validate() throws {
        // A day is longer than any timeline.
        guard (0...86_400).contains(at) else { throw ValidationError("--at must be from 0 to 86400 seconds") }
    }

    func run() throws {
        let scene = try HUDScene.find(name)
        try OutputStream.print(
            lines: scene.frame(at: .seconds(at), columns: cells.columns, rows: cells.rows, glyphs: glyphs))
    }
}

extension GlyphSet: ExpressibleByArgument {}

/// A size in terminal cells, written `8x4`.
struct HUDCells: ExpressibleByArgument {
    /// The width, 1 to 1000.
    var columns: Int
    /// The height, 1 to 500.
    var rows: Int

    /// Parses a size.
    ///
    /// - Parameter argument: The columns, `x` and the rows, such as `8x4`.
    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...1000).contains(columns),
            (1...500).contains(rows)
        else { return nil }
        self.columns = columns
        self.rows = rows
    }

    /// The size as the display's type.
    var size: TerminalSize { TerminalSize(columns: columns, rows: rows) }
}

extension HUDScene {
    /// Returns the scene that shows a widget.
    ///
    /// - Parameters:
    ///   - name: One of `HUDScene.names`.
    ///   - duration: The running time; nil for the scene's own.
    /// - Returns: The scene, at its first frame.
    /// - Throws: `CommandFailure` (usage) if no widget has the name.
    static func find(_ name: String, duration: Duration? = nil) throws -> HUDScene {
        guard let scene = HUDScene.named(name, duration: duration) else {
            throw CommandFailure(
                what: "hud \(name)", why: "no such widget; choose one of \(HUDScene.names.joined(separator: ", "))",
                status: .usage)
        }
        return scene
    }
}
