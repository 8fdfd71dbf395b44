import ArgumentParser

/// `leftoff native-host`: serves the browser extension through native messaging.
struct NativeHostCommand: ParsableCommand {
    /// The name of the command.
    static let name = "native-host"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Serve the browser extension without a running service.",
        discussion: """
            Browsers start this command for the Leftoff extension, and exchange messages with it on standard input and \
            output. It accepts no other caller. The packages set it up for all users; otherwise run \
            'leftoff native-host install'.
            """,
        subcommands: [
            NativeHostInstallCommand.self, NativeHostUninstallCommand.self, NativeHostManifestCommand.self,
            NativeHostServeCommand.self,
        ],
        defaultSubcommand: NativeHostServeCommand.self
    )
}
