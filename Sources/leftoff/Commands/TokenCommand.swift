import ArgumentParser

/// `leftoff token`: the secrets of the service.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Sign a browser in, or replace the tokens.",
        subcommands: [TokenAddressCommand.self, TokenRotateCommand.self]
    )
}
