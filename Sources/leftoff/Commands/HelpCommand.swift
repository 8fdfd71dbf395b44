import ArgumentParser
import FoundationEssentials
import TerminalHUD

/// `leftoff help`: explains a topic, or prints the help of a command.
struct HelpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Explain a topic, or show the options of a command.",
        discussion: """
            Without a word, lists all commands and topics. `leftoff help queue` explains the topic, and \
            `leftoff help queue add` shows the options of the command. The manual pages, such as leftoff-queue(1), \
            contain both.
            """
    )

    @Argument(
        help: ArgumentHelp("A topic, or the words of a command.", valueName: "word"),
        completion: .list(HelpSubject.names))
    var words: [String] = []

    func run() throws {
        var output = try OutputStream()
        switch try HelpSubject(words: words) {
        case .topic(let page):
            let width = TerminalWidth.ofOutput.map { max(40, min($0, TerminalHelp.maximumWidth)) }
            let isDumb = ProcessInfo.processInfo.environment["TERM", default: "dumb"] == "dumb"
            let renderer = TerminalHelp(
                width: width ?? TerminalHelp.standardWidth, isStyled: width != nil && !isDumb)
            let lines =
                renderer.lines(HelpMarkup(page.text), title: page.title) + [""] + renderer.lines(page.references)
            try output.writeStyled(lines.map { $0 + "\n" }.joined())
        case .command(let command):
            let help = LeftoffCommand.helpMessage(for: command)
            try output.writeLine(HelpFooter.completing(help, of: words))
        }
        try output.finish()
    }
}
