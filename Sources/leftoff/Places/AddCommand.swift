import ArgumentParser

/// `leftoff add`: adds pages to the shelf by their addresses.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add pages by their addresses, and print the ids of their places.")

    func run() throws { throw CommandFailure(what: "add", why: "not implemented yet", status: .unavailable) }
}
