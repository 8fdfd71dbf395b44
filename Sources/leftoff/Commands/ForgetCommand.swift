import ArgumentParser
import Snapshots
import Store

/// `leftoff forget`: removes places.
struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove places: all that are named, or none if one is not there."
    )

    @Argument(help: "Ids, starts of ids, or @ for the newest.")
    var ids: [String]

    func run() throws {
        _ = try SQLiteSnapshotArchive.standard().remove(ids: ids)
    }
}
