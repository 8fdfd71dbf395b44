import ArgumentParser
import PageScripts
import Service

/// `leftoff bookmarklet`: the addresses to keep among the browser's bookmarks.
struct BookmarkletCommand: ParsableCommand {
    /// The bookmarklets there are.
    enum Bookmarklet: String, CaseIterable, ExpressibleByArgument {
        /// Captures the page that is open.
        case capture
        /// Brings back the newest place of the page that is open.
        case restore
    }

    static let configuration = CommandConfiguration(
        commandName: "bookmarklet",
        abstract: "Print a javascript: address that captures or restores the open page.",
        discussion: "Both need `leftoff serve` at the port. The capture bookmarklet holds the capture token."
    )

    @Argument(help: "capture or restore")
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
