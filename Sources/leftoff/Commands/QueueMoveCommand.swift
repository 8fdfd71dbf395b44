import ArgumentParser
import Downloads
import Store

/// `leftoff queue move`: changes the order of work.
struct QueueMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a download in the order of work.",
        discussion: "Its priority changes where that is needed, and where there is no room, those of the ones ahead."
    )

    @Argument(help: ArgumentHelp("An id or the start of one.", valueName: "id"))
    var id: String

    @Flag(help: "Ahead of all others.")
    var first = false

    @Flag(help: "Behind all others.")
    var last = false

    @Option(help: ArgumentHelp("Directly before another download.", valueName: "id"))
    var before: String?

    @Option(help: ArgumentHelp("Directly after another download.", valueName: "id"))
    var after: String?

    func validate() throws {
        _ = try placing()
    }

    func run() throws {
        _ = try SQLiteQueueStore.standard().move(id: id, try placing())
    }

    private func placing() throws -> QueuePosition {
        let wanted: [QueuePosition?] = [
            first ? .first : nil, last ? .last : nil, before.map { .before($0) }, after.map { .after($0) },
        ]
        guard let placing = wanted.compactMap(\.self).first, wanted.count(where: { $0 != nil }) == 1 else {
            throw ValidationError("say where: one of --first, --last, --before ID and --after ID")
        }
        return placing
    }
}
