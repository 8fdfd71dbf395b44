import ArgumentParser
import DownloadQueue

/// The options of commands that add downloads for where, when and in which order they run.
struct DownloadPlanOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save to this directory, created if it does not exist (default: the current directory).",
            valueName: "dir"))
    var dir: String?

    @Option(
        help: ArgumentHelp(
            "The place whose page contains the addresses; its address is the default Referer.", valueName: "id"))
    var snapshot: String?

    @Option(
        help: ArgumentHelp("Do not start before this time: 22:00, +2h or 2026-01-31T22:00:00Z.", valueName: "time"))
    var startAt: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The priority; downloads with a higher one run first.", valueName: "n"))
    var priority = 0

    func validate() throws {
        let range = NewQueueItem.priorities
        guard range.contains(priority) else {
            throw ValidationError("--priority must be from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
