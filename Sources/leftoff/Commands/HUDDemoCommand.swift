import ArgumentParser
import TerminalHUD

/// `leftoff hud demo`: plays a widget in the terminal.
struct HUDDemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a widget on standard error, or record it."
    )

    @Argument(help: "\(HUDScene.names.joined(separator: ", ")); all for one after the other.")
    var name: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long it runs; the widget's own time unless said.", valueName: "seconds"))
    var duration: Double?

    @Option(parsing: .unconditional, help: "Frames a second, 1 to 60.")
    var fps = 30

    @Option(help: ArgumentHelp("How many cells it fills.", valueName: "WxH"))
    var cells: HUDCells?

    @Option(help: ArgumentHelp("\(GlyphSet.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "glyphs"))
    var glyphs: GlyphSet?

    @Option(parsing: .unconditional, help: ArgumentHelp("How many times slower everything is.", valueName: "factor"))
    var slow = 1.0

    @Option(
        help: ArgumentHelp(
            "Record it instead: FILE.cast for asciinema, FILE.svg for a page.", valueName: "FILE.cast|FILE.svg"))
    var record: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let duration, !(0.1...3600).contains(duration) {
            throw ValidationError("--duration takes seconds from 0.1 to 3600")
        }
        guard (1...60).contains(fps) else { throw ValidationError("--fps takes a number from 1 to 60") }
        if let record {
            guard record.hasSuffix(".cast") || record.hasSuffix(".svg") else {
                throw ValidationError("--record takes a file whose name ends in .cast or .svg")
            }
            if name == "all" && record.hasSuffix(".svg") {
                throw ValidationError("an .svg shows one widget, not all")
            }
        }
        guard (0.1...100).contains(slow) else { throw ValidationError("--slow takes a factor from 0.1 to 100") }
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
        let look = HUDLook(glyphs: glyphs ?? .braille, usesColor: true)
        return CastRecording(look: look, framesPerSecond: fps, dragCoefficient: slow).text(
            of: scenes, cells: cells?.size, title: "leftoff hud demo \(name)")
    }
}
