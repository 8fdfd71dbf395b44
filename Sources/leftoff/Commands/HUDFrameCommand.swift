import ArgumentParser
import TerminalHUD

/// `leftoff hud frame`: one frame of a widget as text.
struct HUDFrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Print one frame of a widget: the same arguments give the same bytes."
    )

    @Argument(help: "\(HUDScene.names.joined(separator: ", ")).")
    var name: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The time since the first frame.", valueName: "seconds"))
    var at: Double

    @Option(help: ArgumentHelp("How many cells the widget fills.", valueName: "WxH"))
    var cells: HUDCells

    @Option(help: ArgumentHelp("\(GlyphSet.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "glyphs"))
    var glyphs = GlyphSet.braille

    func validate() throws {
        // A day is longer than any timeline.
        guard (0...86_400).contains(at) else { throw ValidationError("--at takes seconds from 0 to 86400") }
    }

    func run() throws {
        let scene = try HUDScene.find(name)
        var output = try OutputStream()
        let lines = scene.frame(at: .seconds(at), columns: cells.columns, rows: cells.rows, glyphs: glyphs)
        for line in lines { try output.writeLine(line) }
        try output.finish()
    }
}

extension GlyphSet: ExpressibleByArgument {}
