import ArgumentParser

/// `leftoff tag`: adds and removes tags.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tag", abstract: "Add and remove tags of places, or list all tags.")

    func run() throws { throw CommandFailure(what: "tag", why: "not implemented yet", status: .unavailable) }
}
