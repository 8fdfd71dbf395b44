import ArgumentParser
import Store
import WindowSets

/// `leftoff windows forget`: deletes window sets.
struct WindowsForgetCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete windows that were set aside.",
        discussion: "If one of them does not exist, none is deleted. The places of their tabs are deleted too."
    )

    @Argument(help: ArgumentHelp("Ids, unambiguous prefixes of ids, or @ for the newest window.", valueName: "id"))
    var ids: [String]

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        _ = try SQLiteWindowSetArchive.standard().remove(ids: ids)
    }
}
