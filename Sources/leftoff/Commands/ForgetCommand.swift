import ArgumentParser
import FoundationEssentials
import Snapshots
import Store

/// `leftoff forget`: deletes places.
struct ForgetCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete places.",
        discussion: """
            If one of the places does not exist, none is deleted. Downloads that were added from a place stay in the \
            queue and keep its address as their referer. A message on standard error reports how many there are.
            """
    )

    @Argument(help: "Ids, unambiguous prefixes of ids, or @ for the newest place.")
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
            let subject = count == 1 ? "1 download in the queue keeps" : "\(count) downloads in the queue keep"
            StandardError.writeLine("leftoff: \(place.id): \(subject) the address of this place as referer")
        }
    }
}
