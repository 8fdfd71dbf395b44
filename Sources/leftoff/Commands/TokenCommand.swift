import ArgumentParser

/// `leftoff token`: manages the tokens of the service.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Sign a browser in, or replace the service's tokens.",
        subcommands: [TokenAddressCommand.self, TokenRotateCommand.self]
    )
}
