import ArgumentParser
import TerminalHUD

/// `leftoff hud demo`: plays a widget in the terminal.
struct HUDDemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a widget on standard error."
    )

    @OptionGroup var scene: HUDSceneArgument

    @Option(help: ArgumentHelp("How long it runs; the widget's own time unless said.", valueName: "seconds"))
    var duration: Double?

    @Option(help: "Frames a second.")
    var fps = 30

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let duration, !(0.1...3600).contains(duration) {
            throw ValidationError("--duration takes seconds from 0.1 to 3600")
        }
        guard (1...120).contains(fps) else { throw ValidationError("--fps takes a number from 1 to 120") }
    }

    func run() async throws {
        let scene = try scene.find(duration: duration.map { .seconds($0) })
        await HUDDemo(scene: scene, framesPerSecond: fps).run(options: try options.hudOptions())
    }
}
