import TerminalHUD

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
