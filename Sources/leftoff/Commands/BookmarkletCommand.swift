import ArgumentParser
import PageScripts
import Service

/// `leftoff bookmarklet`: prints a bookmarklet.
struct BookmarkletCommand: ParsableCommand {
    /// A kind of bookmarklet.
    enum Bookmarklet: String, CaseIterable, ExpressibleByArgument {
        /// A bookmarklet that captures the page that is open.
        case capture
        /// A bookmarklet that restores the newest place of the page that is open.
        case restore
    }

    static let configuration = CommandConfiguration(
        commandName: "bookmarklet",
        abstract: "Print a bookmarklet that captures or restores a place in the open page.",
        discussion: """
            Save the printed javascript: address as a bookmark. The bookmarklet works while `leftoff serve` runs on \
            this port. The capture bookmarklet contains the capture token.
            """
    )

    @Argument(help: ArgumentHelp("The bookmarklet to print.", valueName: "kind"))
    var bookmarklet: Bookmarklet

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() throws {
        let service = "http://127.0.0.1:\(port)"
        var output = try OutputStream()
        switch bookmarklet {
        case .capture:
            let tokens = try TokenFiles(home: DataHome().path).load()
            try output.writeLine(PageScripts.captureBookmarklet(service: service, token: tokens.capture.text))
        case .restore:
            try output.writeLine(PageScripts.restoreBookmarklet(service: service))
        }
        try output.finish()
    }
}
