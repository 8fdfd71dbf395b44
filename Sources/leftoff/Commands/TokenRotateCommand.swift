import ArgumentParser
import Service

/// `leftoff token rotate`: new tokens instead of the old ones.
struct TokenRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace both tokens; browsers, bookmarklets and extensions have to be set up again.",
        discussion: "A running service takes the new ones within a second."
    )

    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
    var quiet = false

    func run() throws {
        _ = try TokenFiles(home: try DataHome().path).rotate()
        guard !quiet else { return }
        StandardError.writeLine(
            "leftoff: both tokens are new: sign in by 'leftoff token address', and see the install page for the rest")
    }
}
