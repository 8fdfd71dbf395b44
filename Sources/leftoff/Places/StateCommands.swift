import ArgumentParser

/// `leftoff later`: marks pages to be read later.
struct LaterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "later", abstract: "Mark pages to be read later.")

    func run() throws { throw CommandFailure(what: "later", why: "not implemented yet", status: .unavailable) }
}

/// `leftoff finish`: marks pages as finished.
struct FinishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "finish", abstract: "Mark pages as finished.")

    func run() throws { throw CommandFailure(what: "finish", why: "not implemented yet", status: .unavailable) }
}

/// `leftoff next`: opens the next unfinished page.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "next", abstract: "Open the next unfinished page.")

    func run() throws { throw CommandFailure(what: "next", why: "not implemented yet", status: .unavailable) }
}
