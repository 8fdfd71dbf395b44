import ArgumentParser
import FoundationEssentials
import Snapshots
import Store

/// `leftoff forget`: removes places.
struct ForgetCommand: ParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove places: all that are named, or none if one is not there.",
        discussion:
            "Downloads that came from a place stay in the queue with its address as their referer, which is said."
    )

    @Argument(help: "Ids, starts of ids, or @ for the newest.")
    var ids: [String]

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        let home = try DataHome()
        let database = try home.database()
        let archive = SQLiteSnapshotArchive(database: database, now: { .now })
        let places = try ids.map { try archive.snapshot(id: $0) }
        _ = try archive.remove(ids: ids)
        let queue = SQLiteQueueStore(database: database)
        for place in places {
            let count = try queue.liveCount(ofSnapshot: place.id)
            guard count > 0 else { continue }
            let what = count == 1 ? "1 download still comes" : "\(count) downloads still come"
            StandardError.writeLine(
                "leftoff: \(place.id): \(what) from this place; its address is kept as their referer")
        }
    }
}
