import ArgumentParser

/// `leftoff note`: writes or prints a note.
struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "note", abstract: "Write or print the note of a place.")

    func run() throws { throw CommandFailure(what: "note", why: "not implemented yet", status: .unavailable) }
}
