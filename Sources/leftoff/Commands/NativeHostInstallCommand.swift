import ArgumentParser

/// `leftoff native-host install`: lets the user's browsers find the native host.
struct NativeHostInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Let your browsers start the native host.",
        discussion: """
            Writes a program that starts this leftoff to the data directory, and manifests for Firefox, Chromium and \
            Chrome that name it. Run the command again after you have moved leftoff or the data directory.
            """
    )

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        let installation = try NativeHostInstallation(home: DataHome())
        for change in try installation.install() where !quiet {
            StandardError.writeLine("leftoff: \(change)")
        }
    }
}
