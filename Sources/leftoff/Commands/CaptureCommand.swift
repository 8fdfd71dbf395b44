import ArgumentParser
import FoundationEssentials
import Motion
import Snapshots
import Store

/// `leftoff capture`: stores a snapshot.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Store a snapshot and print its id.",
        discussion: "Reads the JSON that the capture script gives; see `leftoff script capture`."
    )

    @Argument(help: "A file with the snapshot's JSON, or - for standard input.")
    var file = "-"

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        // One byte over the limit is enough for the snapshot's own check to say so.
        let bytes = try InputBytes.read(file, limit: PageSnapshot.maximumByteCount)
        let snapshot: PageSnapshot
        do {
            snapshot = try PageSnapshot(json: bytes)
        } catch {
            throw CommandFailure(
                what: file == "-" ? "standard input" : file, why: "\(error)", status: .malformedInput)
        }
        let database = try DataHome().database()
        let stored = try SQLiteSnapshotArchive(database: database, now: { Date() }).add(snapshot)
        var output = try OutputStream()
        try output.writeLine(stored.id)
        try output.finish()
        let title = snapshot.title.map { "Kept “\($0)”" } ?? "Kept the page"
        try await KeptNotice(title: title, symbol: .page, added: 1) { try database.snapshotCount() }.show(
            options: options)
    }
}
