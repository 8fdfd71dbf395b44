import ArgumentParser
import JSON
import Store
import Timestamps
import WindowSets

/// `leftoff windows show`: prints a window set with its tabs.
struct WindowsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a window that was set aside, with its tabs, as JSON."
    )

    @Argument(help: "The id of a window, an unambiguous prefix of it, or @ for the newest window.")
    var id: String

    func run() throws {
        let set = try SQLiteWindowSetArchive.standard().set(id: id)
        var output = try OutputStream()
        try output.write(JSONText.indented(set.json(storedAt: RFC3339.string(set.storedAt))))
        try output.finish()
    }
}
