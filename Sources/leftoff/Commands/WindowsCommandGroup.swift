import ArgumentParser
import FoundationEssentials
import Store

/// `leftoff windows`: manages the windows that were set aside.
struct WindowsCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windows",
        abstract: "List the windows that you have set aside, and bring them back.",
        discussion: "The browser extension sets a window aside: it stores the places of all tabs, then closes them.",
        subcommands: [
            WindowsListCommand.self, WindowsShowCommand.self, WindowsOpenCommand.self, WindowsForgetCommand.self,
            WindowsImportCommand.self,
        ],
        defaultSubcommand: WindowsListCommand.self
    )
}

extension SQLiteWindowSetArchive {
    /// Opens the archive in the data directory.
    ///
    /// - Returns: The archive, with the system's clock.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no data directory.
    static func standard() throws -> SQLiteWindowSetArchive {
        SQLiteWindowSetArchive(database: try DataHome().database(), now: { Date() })
    }
}
