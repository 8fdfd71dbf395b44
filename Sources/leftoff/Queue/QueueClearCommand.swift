import ArgumentParser

/// `leftoff queue clear`: removes finished downloads.
struct QueueClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove finished downloads from the queue; their files stay.")

    func run() throws { throw CommandFailure(what: "queue clear", why: "not implemented yet", status: .unavailable) }
}
