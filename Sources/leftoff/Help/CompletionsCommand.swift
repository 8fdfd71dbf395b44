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
        discussion: """
            For example: `leftoff completions bash > ~/.local/share/bash-completion/completions/leftoff`

            The shell then completes commands, options and their values, and the ids of places, downloads and windows, \
            which it shows with their titles.
            """
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
        try OutputStream.print(lines: [Self.amended(script, for: shell)])
    }

    /// Returns a script with the changes that Leftoff needs.
    ///
    /// Without a change of the text that it replaces, a script still completes, but as the argument parser does.
    private static func amended(_ script: String, for shell: Shell) -> String {
        let script = withoutParsersHelp(script)
        switch shell {
        case .zsh: return script
        // In fish 3, the parser's own command for the position of the cursor fails unless fish is interactive.
        case .fish:
            return script.replacing("(__leftoff_tokens -tC)", with: #"(string length -- "$(commandline -ct)")"#)
        // Values are shown with their titles, but never inserted with them, and in Leftoff's order, the newest first.
        case .bash:
            let values = """
                __leftoff_add_values() {
                    compopt -o nosort 2> /dev/null
                    __leftoff_add_completions "${@}"
                }


                """
            let kind = "    local -xr \(CompletionCandidate.kindVariable)=\"${COMP_TYPE}\"\n"
            let shellName = "    local -xr SAP_SHELL=bash\n"
            let call = "-W \"$(__leftoff_custom_complete"
            let function = "__leftoff_custom_complete() {"
            return script.replacing(shellName, with: shellName + kind)
                .replacing("__leftoff_add_completions \(call)", with: "__leftoff_add_values \(call)")
                .replacing(function, with: values + function)
        }
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
