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
        discussion: """
            Reads the JSON that the capture script returns; see `leftoff script capture`. The list of hosts that are \
            never captured is for browsers: this command stores any snapshot.

            Two captures at one line of a page are one place: the second one only updates its time, and the command \
            prints the id of the first.
            """
    )

    @Argument(help: "The file with the snapshot's JSON, or - for standard input.")
    var file = "-"

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let bytes = try InputBytes.read(file, limit: PageSnapshot.maximumByteCount)
        let snapshot: PageSnapshot
        do {
            snapshot = try PageSnapshot(json: bytes)
        } catch {
            throw CommandFailure(
                what: file == "-" ? "standard input" : file, why: "\(error)", status: .malformedInput)
        }
        let database = try DataHome().database()
        let captured = try SQLiteSnapshotArchive(database: database, now: { Date() }).capture(snapshot)
        var output = try OutputStream()
        try output.writeLine(captured.place.id)
        try output.finish()
        guard !captured.isRenewed else { return }
        let title = snapshot.title.map { "Captured “\($0)”" } ?? "Captured the page"
        try await AdditionNotice(title: title, symbol: .page, added: 1) { try database.snapshotCount() }.show(
            options: options)
    }
}
