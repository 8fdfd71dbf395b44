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

    /// Finds the downloads whose file was downloaded before and still exists, and reports them.
    ///
    /// Rows that other users can write name no files, so they are not compared.
    ///
    /// - Parameters:
    ///   - items: The downloads that the user asked for.
    ///   - queue: The queue with the finished downloads.
    ///   - options: The global options; with `--quiet`, nothing is reported.
    /// - Returns: The items of the existing files in the order of the downloads; nil for a download to be added.
    /// - Throws: An error of the store.
    func existing(
        _ items: [NewQueueItem], in queue: CommandQueue, _ options: GlobalOptions
    ) throws -> [QueueItem?] {
        if again || queue.distrust != nil { return Array(repeating: nil, count: items.count) }
        let existing = try queue.store.existing(items)
        for case let item? in existing where !options.quiet {
            let path = "\(item.directory)/\(item.fileName ?? "")"
            StandardError.writeLine("leftoff: \(path) exists: it was downloaded before; --again downloads it once more")
        }
        return existing
    }
}
