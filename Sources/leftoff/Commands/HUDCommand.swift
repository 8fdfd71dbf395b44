import ArgumentParser

/// `leftoff hud`: the widgets of the status display.
struct HUDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hud",
        abstract: "Show the widgets of the status display.",
        subcommands: [HUDDemoCommand.self, HUDFrameCommand.self]
    )
}
