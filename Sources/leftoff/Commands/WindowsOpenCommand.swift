import ArgumentParser
import FoundationEssentials
import Store
import WindowSets

/// `leftoff windows open`: shows a window on the web page, whose button brings it back.
struct WindowsOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a window in the default browser, to bring it back.",
        discussion: """
            Opens the window on Leftoff's web page, and starts the service if it does not run. If the browser has the \
            extension and allows it to work on all pages, the button "Bring back" opens the tabs. Otherwise, the page \
            shows their links.
            """
    )

    @Argument(help: "The id of a window, an unambiguous prefix of it, or @ for the newest window.")
    var id: String

    @Flag(help: "Print the addresses of the tabs instead of opening them.")
    var print = false

    func run() async throws {
        let home = try DataHome()
        let set = try SQLiteWindowSetArchive(database: home.database(), now: { Date() }).set(id: id)
        guard !print else {
            var output = try OutputStream()
            for tab in set.tabs { try output.writeLine(tab.fragment) }
            try output.finish()
            return
        }
        let service = try await ServiceLauncher(home: home, port: nil).running()
        try await PageOpening(home: home, environment: ProcessInfo.processInfo.environment).open(
            service, at: "/#windows/\(set.id)")
    }
}
