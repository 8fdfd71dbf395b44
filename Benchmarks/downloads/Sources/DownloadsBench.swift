import DownloadQueue
import Downloads
import Fetching
import Foundation
import Store
import WHATWGURL

/// Downloads a list of URLs through a queue of its own and prints the time and the CPU time.
///
/// Usage: `downloads-bench DIRECTORY HOME LIST JOBS full|none SEGMENTS`. It measures the transfers without the command
/// line tool around them.
@main
enum DownloadsBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 7, let jobs = Int(arguments[4]),
            let durability = DownloadOptions.Durability(rawValue: arguments[5]), let segments = Int(arguments[6])
        else {
            FileHandle.standardError.write(
                Data("usage: downloads-bench DIRECTORY HOME LIST JOBS full|none SEGMENTS\n".utf8))
            exit(64)
        }
        let store = SQLiteQueueStore(database: try LeftoffDatabase(home: arguments[2]))
        let lines = try String(contentsOfFile: arguments[3], encoding: .utf8).split(separator: "\n")
        let items = lines.compactMap { WebURL(String($0)) }.map { NewQueueItem(url: $0, directory: arguments[1]) }
        var configuration = TransferEngine.Configuration(maximumConcurrent: max(64, jobs * segments))
        configuration.maximumPerHost = max(64, jobs * segments)
        let engine = TransferEngine(configuration: configuration)
        var options = DownloadOptions()
        options.durability = durability
        options.segments = segments
        let start = ContinuousClock.now
        _ = try store.add(items, at: Date())
        let added = ContinuousClock.now
        let worker = QueueWorker(
            store: store, engine: engine, options: options, limits: QueueLimits(jobs: jobs, perHost: jobs),
            clock: SystemQueueClock())
        let summary = try await worker.run()
        let end = ContinuousClock.now
        await engine.shutdown()
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        print(
            "done \(summary.done) failed \(summary.failed)",
            "add \(added - start) run \(end - added)",
            "user \(seconds(usage.ru_utime)) sys \(seconds(usage.ru_stime)) rss \(usage.ru_maxrss / 1024) MB")
        guard summary.failed > 0 else { return }
        let failed = try store.items(QueueListing(states: [.failed], limit: 3))
        for item in failed { print(item.url.href, item.error?.message ?? "") }
    }
}
