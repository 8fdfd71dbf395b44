import ArgumentParser
import Store

/// `leftoff queue run`: runs the downloads of the queue.
struct QueueRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the queue; prints the path of each finished file.",
        discussion: """
            Ends when nothing is ready or running and the next attempt of every waiting download is further away than \
            --wait allows. The exit code is 1 if a download failed or is still waiting. Ctrl-C stops the run; the next \
            run continues each download where it was stopped.
            """
    )

    @OptionGroup var run: QueueRunOptions
    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await run.run(SQLiteQueueStore.standard(), options: options)
    }
}
