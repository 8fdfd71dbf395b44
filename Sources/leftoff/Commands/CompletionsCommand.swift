import ArgumentParser

/// `leftoff completions`: what makes a shell complete commands and options.
struct CompletionsCommand: ParsableCommand {
    /// The shells.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a script that makes a shell complete leftoff's commands and options.",
        discussion: "For instance: leftoff completions bash > ~/.local/share/bash-completion/completions/leftoff"
    )

    @Argument(help: "bash, zsh or fish.")
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
