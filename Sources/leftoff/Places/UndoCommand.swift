import ArgumentParser

/// `leftoff undo`: takes back the newest change.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "undo", abstract: "Take back the newest change of places.")

    func run() throws { throw CommandFailure(what: "undo", why: "not implemented yet", status: .unavailable) }
}
