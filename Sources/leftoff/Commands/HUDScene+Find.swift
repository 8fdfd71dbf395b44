import TerminalHUD

extension HUDScene {
    /// Finds a widget's scene.
    ///
    /// - Parameters:
    ///   - name: The widget's name.
    ///   - duration: How long it is to run; nil for the scene's own time.
    /// - Returns: The scene.
    /// - Throws: `CommandFailure` (usage) if there is none of that name.
    static func find(_ name: String, duration: Duration? = nil) throws -> HUDScene {
        guard let scene = HUDScene.named(name, duration: duration) else {
            throw CommandFailure(
                what: "hud \(name)", why: "no such widget; there are \(HUDScene.names.joined(separator: ", "))",
                status: .usage)
        }
        return scene
    }
}
