import ArgumentParser
import FoundationEssentials
import Snapshots

/// `leftoff open`: opens a place in the default browser.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a place in the default browser, at the text where you left off."
    )

    @OptionGroup var place: PlaceArgument

    @Flag(help: "Print the address instead of opening it.")
    var print = false

    func run() throws {
        let stored = try place.find()
        let address = stored.snapshot.textFragmentURL
        if print {
            var output = try OutputStream()
            try output.writeLine(address)
            try output.finish()
            return
        }
        let browser = DefaultBrowser(environment: ProcessInfo.processInfo.environment)
        if let problem = browser.open(address) {
            throw CommandFailure(
                what: "open", why: "\(problem); --print prints the address", status: .unavailable)
        }
    }
}
