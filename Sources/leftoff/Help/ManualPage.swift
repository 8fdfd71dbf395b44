import ArgumentParser

/// A page of the manual: the explanation of a family of commands.
///
/// `leftoff help NAME` prints its text, and `leftoff manual` writes it together with the options of its commands as
/// `leftoff-NAME.1`.
struct ManualPage {
    /// The name of the topic; empty for the page of the program itself.
    let name: String
    /// The section of the manual: 1 for commands, 5 for files.
    var section = 1
    /// The purpose: a phrase without a full stop.
    let summary: String
    /// The subjects of the text, as the end of the sentence “`leftoff help NAME` explains …”.
    let subjects: String
    /// The commands that the page describes, including their subcommands.
    var commands: [any ParsableCommand.Type] = []
    /// The text, in the form that `HelpMarkup` describes.
    let text: String
    /// Further texts on commands and options.
    ///
    /// A key is a command such as `queue add`, an option such as `--include`, or both, such as `queue list --format`.
    var notes: [String: String] = [:]
    /// The environment variables that matter to the commands, by the first name of their entry in
    /// `EnvironmentVariable.all`.
    var variables: [String] = []
    /// Further pages to refer to, such as `curl(1)`.
    var relatedPages: [String] = []

    /// The name of the manual page, such as `leftoff-links`.
    var pageName: String { name.isEmpty ? "leftoff" : "leftoff-\(name)" }
    /// The name of the page's file.
    var fileName: String { "\(pageName).\(section)" }
    /// The heading in the terminal.
    var title: String { "\(pageName): \(summary)" }

    /// The last line in the terminal, which says where the options are described.
    var references: String {
        let manual = "`man \(section == 1 ? "" : "\(section) ")\(pageName)`"
        switch commands.count {
        case 0: return "The manual page contains this text too: \(manual)."
        case 1: return "`leftoff \(name) --help` lists the options, and \(manual) explains each of them."
        default:
            let names = commands.compactMap { $0.configuration.commandName }.joined(separator: "`, `leftoff ")
            return
                "Commands: `leftoff \(names)`. With `--help`, each lists its options. \(manual) explains all of them."
        }
    }

    /// All pages; that of the program itself is the first.
    static var all: [ManualPage] { [.leftoff] + topics }
    /// The pages that are topics of `leftoff help`.
    static var topics: [ManualPage] { [.places, .links, .queue, .service, .motion, .files] }

    /// Returns the page that describes a command.
    ///
    /// - Parameter command: The name of a command of the root, such as `queue`.
    /// - Returns: Its page; nil if no page describes it.
    static func page(ofCommand command: String) -> ManualPage? {
        all.first { page in page.commands.contains { $0.configuration.commandName == command } }
    }
}
