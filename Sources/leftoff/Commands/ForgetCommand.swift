import ArgumentParser
import FoundationEssentials
import Snapshots
import Store

/// `leftoff forget`: deletes places.
struct ForgetCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete places.",
        discussion: """
            If one of the places does not exist, none is deleted. Downloads that were added from a place stay in the \
            queue and keep its address as their referer. A message on standard error reports how many there are.

            With --everything, the command lists all files of Leftoff's data directory, asks for confirmation and \
            deletes them: places, downloads in the queue, tokens and settings. Downloaded files stay.
            """
    )

    @Argument(help: "Ids, unambiguous prefixes of ids, or @ for the newest place.")
    var ids: [String] = []

    @Flag(help: "Delete the copies of the places, and keep the places.")
    var copies = false

    @Flag(help: "Delete copies that are damaged or missing, and files that belong to no copy.")
    var damagedCopies = false

    @Flag(help: "Delete all data of Leftoff instead of places, after asking for confirmation.")
    var everything = false

    @Flag(help: "Do not ask for confirmation of --everything.")
    var yes = false

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func validate() throws {
        if everything, !ids.isEmpty { throw ValidationError("--everything takes no ids") }
        if yes, !everything { throw ValidationError("--yes is only for --everything") }
        if damagedCopies, copies || everything || !ids.isEmpty {
            throw ValidationError("--damaged-copies takes no ids and no other option")
        }
        if copies, everything { throw ValidationError("--everything deletes the copies too") }
        if !everything, !damagedCopies, ids.isEmpty { throw ValidationError("missing expected argument '<ids> ...'") }
    }

    func run() async throws {
        if everything {
            try await forgetEverything()
        } else if damagedCopies {
            try forgetDamagedCopies()
        } else if copies {
            try forgetCopies()
        } else {
            try forgetPlaces()
        }
    }

    private func forgetEverything() async throws {
        let removal = try EverythingRemoval(home: DataHome())
        guard !removal.isEmpty else { return StandardError.writeLine("leftoff: there is nothing to delete") }
        try await removal.checkUnused()
        guard yes || StandardDescriptors.inputIsTerminal else {
            throw CommandFailure(
                what: "usage",
                why: "forget --everything asks for confirmation: run it in a terminal, or add --yes", status: .usage)
        }
        StandardError.write(removal.description)
        if !yes {
            StandardError.write("leftoff: type yes to delete them: ")
            guard readLine() == "yes" else {
                throw CommandFailure(what: "forget", why: "not confirmed, so nothing was deleted", status: .refused)
            }
        }
        try await removal.run()
        StandardError.writeLine("leftoff: deleted")
    }

    private func forgetCopies() throws {
        let home = try DataHome()
        let database = try home.database()
        let archive = SQLiteSnapshotArchive(database: database, now: { .now })
        let places = try ids.map { try archive.completeID($0) }
        let count = try SQLiteCopyArchive(database: database, home: home).removeAll(of: places)
        StandardError.writeLine("leftoff: deleted \(count == 1 ? "1 copy" : "\(count) copies")")
    }

    private func forgetDamagedCopies() throws {
        let home = try DataHome()
        let removed = try SQLiteCopyArchive(database: home.database(), home: home).removeDamaged()
        StandardError.writeLine(
            "leftoff: deleted \(removed.copies == 1 ? "1 copy" : "\(removed.copies) copies") and "
                + "\(removed.files == 1 ? "1 stray file" : "\(removed.files) stray files")")
    }

    private func forgetPlaces() throws {
        let home = try DataHome()
        let database = try home.database()
        let archive = SQLiteSnapshotArchive(database: database, now: { .now })
        // A place without a readable id has no downloads.
        let places = ids.compactMap { try? archive.completeID($0) }
        _ = try archive.remove(ids: ids)
        // Deletes the files of places that were forgotten earlier, also where no service runs.
        try? SQLiteCopyArchive(database: database, home: home).updateIndex()
        let queue = SQLiteQueueStore(database: database)
        for place in places {
            let count = try queue.liveCount(ofSnapshot: place)
            guard count > 0 else { continue }
            let subject = count == 1 ? "1 download in the queue keeps" : "\(count) downloads in the queue keep"
            StandardError.writeLine("leftoff: \(place): \(subject) the address of this place as referer")
        }
    }
}
