import ArgumentParser
import TerminalHUD

/// `leftoff hud demo`: plays a widget in the terminal.
struct HUDDemoCommand: ParsableCommand {
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
