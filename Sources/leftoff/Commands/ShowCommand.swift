import ArgumentParser
import Snapshots
import Store

/// `leftoff show`: a place's snapshot.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a place's snapshot as JSON.",
        discussion: "What it prints is what `leftoff capture` takes."
    )

    @OptionGroup var place: PlaceArgument

    func run() throws {
        var output = try OutputStream()
        try output.write(JSONText.indented(place.find().snapshot.json))
        try output.finish()
    }
}
