import ArgumentParser
import DownloadQueue
import Downloads

/// The options of `leftoff queue add` and `leftoff get` for lists, and for the file of a single address.
struct DownloadInputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Read addresses from this file, one per line; - for standard input. Repeatable.", valueName: "file"))
    var inputFile: [String] = []

    @Option(help: ArgumentHelp("Save under this file name; only for a single address.", valueName: "name"))
    var name: String?

    @Flag(help: "Download again what was downloaded before and still exists; the new file gets a number.")
    var again = false

    @Option(
        help: ArgumentHelp(
            "Require this digest (sha256, sha512, sha1 or md5); only for a single address.", valueName: "sha256=hex"))
    var checksum: String?

    /// Separates the downloads whose file exists from those that are to be added, and reports the former.
    ///
    /// - Parameters:
    ///   - items: The downloads that the user asked for.
    ///   - store: The store of the queue.
    ///   - options: The global options; with `--quiet`, nothing is reported.
    /// - Returns: The items of the existing files, and the downloads that are to be added.
    /// - Throws: An error of the store.
    func newDownloads(
        _ items: [NewQueueItem], in store: any QueueStore, _ options: GlobalOptions
    ) throws -> (existing: [QueueItem], missing: [NewQueueItem]) {
        if again { return ([], items) }
        let (existing, missing) = try store.separatingExisting(items)
        for item in existing where !options.quiet {
            let path = "\(item.directory)/\(item.fileName ?? "")"
            StandardError.writeLine("leftoff: \(path) exists: it was downloaded before; --again downloads it once more")
        }
        return (existing, missing)
    }
}
