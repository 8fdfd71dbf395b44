import ArgumentParser
import Store

/// `leftoff queue run`: downloads what is queued.
struct QueueRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Download what is queued; prints the path of each file that is done.",
        discussion: """
            Ends when nothing is left to do, and what waits to be tried again has longer to wait than --wait says; the \
            exit code is 1 if anything failed or waits. Ctrl-C stops it: what was downloaded is kept, and the next run \
            goes on from there.
            """
    )

    @OptionGroup var run: QueueRunOptions
    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await run.run(SQLiteQueueStore.standard(), options: options)
    }
}
