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
        discussion: "For example: `leftoff completions bash > ~/.local/share/bash-completion/completions/leftoff`"
    )

    @Argument(help: "The shell.")
    var shell: Shell

    func run() throws {
        let script =
            switch shell {
            case .bash: LeftoffCommand.completionScript(for: .bash)
            case .zsh: LeftoffCommand.completionScript(for: .zsh)
            case .fish: LeftoffCommand.completionScript(for: .fish)
            }
        var output = try OutputStream()
        try output.writeLine(Self.withoutParsersHelp(script))
        try output.finish()
    }

    /// Returns a script without the argument parser's own command `help`, which the parser adds although the root
    /// declares one, and which would replace the completion of topics.
    private static func withoutParsersHelp(_ script: String) -> String {
        var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeAll {
            $0.contains("'Show subcommand help information.'") || $0.hasSuffix(":Show subcommand help information.'")
        }
        let starts = lines.indices.filter { lines[$0] == "_leftoff_help() {" }
        if starts.count > 1, let start = starts.last, let end = lines[start...].firstIndex(of: "}") {
            lines.removeSubrange(start...end)
        }
        return lines.joined(separator: "\n")
    }
}
