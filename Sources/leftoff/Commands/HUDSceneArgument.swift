import ArgumentParser
import TerminalHUD

/// The argument that names a widget.
struct HUDSceneArgument: ParsableArguments {
    @Argument(help: "\(HUDScene.names.joined(separator: ", ")).")
    var name: String

    /// Finds the widget's scene.
    ///
    /// - Parameter duration: How long it is to run; nil for the scene's own time.
    /// - Returns: The scene.
    /// - Throws: `CommandFailure` (usage) if there is none of that name.
    func find(duration: Duration? = nil) throws -> HUDScene {
        guard let scene = HUDScene.named(name, duration: duration) else {
            throw CommandFailure(
                what: "hud \(name)", why: "no such widget; there are \(HUDScene.names.joined(separator: ", "))",
                status: .usage)
        }
        return scene
    }
}
