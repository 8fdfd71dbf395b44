import ArgumentParser
import JSON
import Snapshots
import Store

/// `leftoff show`: prints the snapshot of a place.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the snapshot of a place as JSON.",
        discussion: "`leftoff capture` reads the same JSON."
    )

    @OptionGroup var place: PlaceArgument

    func run() throws {
        var output = try OutputStream()
        try output.write(JSONText.indented(place.find().snapshot.json))
        try output.finish()
    }
}
