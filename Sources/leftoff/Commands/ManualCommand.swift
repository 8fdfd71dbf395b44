import ArgumentParser

/// `leftoff manual`: writes the manual pages, which are committed and installed.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual pages to a directory.",
        // A development command: `make man` runs it.
        shouldDisplay: false
    )

    @Argument(help: "The directory, which must exist.")
    var directory: String

    func run() throws {
        let reference = try CommandReference.make()
        try check(reference)
        for page in ManualPage.all {
            var output = try OutputStream(path: "\(directory)/\(page.fileName)")
            try output.write(page.roff(reference).utf8)
            try output.finish()
        }
    }

    /// Checks that one page describes each command, and that each note on an option refers to one.
    private func check(_ reference: CommandReference) throws {
        let names = ManualPage.all.flatMap { $0.entries(reference) }.map(\.name)
        for entry in reference.entries() where names.count(where: { $0 == entry.name }) != 1 {
            throw CommandFailure(
                what: "leftoff \(entry.name)",
                why: "add it to the commands of exactly one page in Sources/leftoff/Help/Topics",
                status: .malformedInput)
        }
        for page in ManualPage.all {
            let entries = page.entries(reference)
            let keys = entries.flatMap { entry in
                [entry.name] + entry.command.visibleArguments.flatMap { [$0.name, "\(entry.name) \($0.name)"] }
            }
            if let note = page.notes.keys.first(where: { !keys.contains($0) }) {
                throw CommandFailure(
                    what: page.fileName, why: "the note on '\(note)' refers to no command or option",
                    status: .malformedInput)
            }
            if let variable = page.variables.first(where: { name in
                !EnvironmentVariable.all.contains { $0.names[0] == name }
            }) {
                throw CommandFailure(
                    what: page.fileName, why: "\(variable) is not the first name of an environment variable",
                    status: .malformedInput)
            }
        }
    }
}
