import ArgumentParser
import Downloads

/// `leftoff queue run`: runs the downloads of the queue.
struct QueueRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the queue and print the path of each finished file.",
        discussion: """
            The run ends when no download is ready or running, and every waiting download has to wait longer than \
            --wait. The exit code is 1 if a download failed or is still waiting. Ctrl-C stops the run; the next run \
            continues each download where it was stopped.
            """
    )

    @OptionGroup(title: "Run") var run: QueueRunOptions
    @OptionGroup(title: "Run") var privateHosts: QueuePrivateHostOptions
    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let queue = try storage.open(isDurable: run.sync == .full)
        try await run.run(queue, rules: try queue.rules(rules), privateHosts: privateHosts, options: options)
    }
}
