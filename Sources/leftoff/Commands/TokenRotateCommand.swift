import ArgumentParser
import Service

/// `leftoff token rotate`: replaces the tokens of the service.
struct TokenRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace both tokens of the service.",
        discussion: """
            All browsers are signed out, and bookmarklets and extensions must be set up again. A running service uses \
            the new tokens within a second.
            """
    )

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        _ = try TokenFiles(home: try DataHome().path).rotate()
        guard !quiet else { return }
        StandardError.writeLine(
            "leftoff: both tokens were replaced; sign browsers in with 'leftoff token address', and set up "
                + "bookmarklets and extensions again from the service's install page")
    }
}
