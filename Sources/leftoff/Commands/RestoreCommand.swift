import ArgumentParser
import Restore
import Snapshots

/// `leftoff restore`: prints a script or an address that restores a place.
struct RestoreCommand: ParsableCommand {
    /// A form of output.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        /// A JavaScript expression whose value is a Promise of the result.
        case script
        /// The script as a `javascript:` address.
        case bookmarklet
        /// The page's address with a text directive.
        case fragment
        /// The data that the script contains.
        case json
    }

    /// The maximum length of an address that Firefox stores in a bookmark (`DB_URL_LENGTH_MAX` of its Places database).
    private static let maximumBookmarkLength = 65_536

    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Print a script or an address that restores a place in a browser.",
        discussion: """
            If the newest place is at the untouched top of its page, @ restores the newest deeper place of that page.
            """
    )

    @OptionGroup var place: PlaceArgument

    @Option(name: .customLong("as"), help: ArgumentHelp("The form of the output.", valueName: "form"))
    var form: Form

    func run() throws {
        let restore = SnapshotRestore(snapshot: try place.findToResume().snapshot)
        var output = try OutputStream()
        switch form {
        case .script: try output.writeLine(restore.script)
        case .bookmarklet:
            let address = restore.bookmarklet
            try output.writeLine(address)
            if address.utf8.count > Self.maximumBookmarkLength {
                StandardError.writeLine(
                    "leftoff: the bookmarklet has \(address.utf8.count) characters, but Firefox stores only "
                        + "\(Self.maximumBookmarkLength); "
                        + "use 'leftoff bookmarklet restore' with 'leftoff serve' instead")
            }
        case .fragment: try output.writeLine(restore.snapshot.textFragmentURL)
        case .json: try output.writeLine(restore.json)
        }
        try output.finish()
    }
}
