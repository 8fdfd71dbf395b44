import ArgumentParser
import TerminalHUD

/// `leftoff hud frame`: one frame of a widget as text.
struct HUDFrameCommand: ParsableCommand {
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
        var output = try OutputStream()
        let lines = scene.frame(at: .seconds(at), columns: cells.columns, rows: cells.rows, glyphs: glyphs)
        for line in lines { try output.writeLine(line) }
        try output.finish()
    }
}

extension GlyphSet: ExpressibleByArgument {}
