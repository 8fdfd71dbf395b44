import ArgumentParser
import Restore
import Snapshots

/// `leftoff restore`: what brings a place back.
struct RestoreCommand: ParsableCommand {
    /// The forms in which a place can be brought back.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        /// JavaScript, an expression whose value is a Promise of the outcome.
        case script
        /// The same as a `javascript:` address.
        case bookmarklet
        /// The page's address with a text fragment.
        case fragment
        /// What the script would use.
        case json
    }

    /// The characters of an address that Firefox keeps in a bookmark (`DB_URL_LENGTH_MAX` of Places).
    private static let longestBookmark = 65_536

    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Print what brings a place back in a browser."
    )

    @OptionGroup var place: PlaceArgument

    @Option(name: .customLong("as"), help: "script, bookmarklet, fragment or json.")
    var form: Form

    func run() throws {
        let restore = SnapshotRestore(snapshot: try place.find().snapshot)
        var output = try OutputStream()
        switch form {
        case .script: try output.writeLine(restore.script)
        case .bookmarklet:
            let address = restore.bookmarklet
            try output.writeLine(address)
            if address.utf8.count > Self.longestBookmark {
                StandardError.writeLine(
                    "leftoff: the bookmarklet has \(address.utf8.count) characters, and bookmarks of Firefox end at "
                        + "\(Self.longestBookmark); 'leftoff bookmarklet restore' is shorter, and asks 'leftoff serve'")
            }
        case .fragment: try output.writeLine(restore.fragmentAddress)
        case .json: try output.writeLine(restore.json)
        }
        try output.finish()
    }
}
