import ArgumentParser

/// `leftoff completions`: prints a completion script for a shell.
struct CompletionsCommand: ParsableCommand {
    /// A shell that the argument parser can write completions for.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for a shell.",
        discussion: "For example: leftoff completions bash > ~/.local/share/bash-completion/completions/leftoff"
    )

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func run() throws {
        let script =
            switch shell {
            case .bash: LeftoffCommand.completionScript(for: .bash)
            case .zsh: LeftoffCommand.completionScript(for: .zsh)
            case .fish: LeftoffCommand.completionScript(for: .fish)
            }
        var output = try OutputStream()
        try output.writeLine(script)
        try output.finish()
    }
}
