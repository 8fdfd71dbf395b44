import ArgumentParser
import DownloadQueue
import Downloads
import FileFormats
import FoundationEssentials
import ImportExport
import Motion
import QueueControl
import TerminalHUD
import WHATWGURL

/// `leftoff queue add`: adds downloads.
struct QueueAddCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add downloads to the queue and print their ids.",
        discussion: """
            If one of the downloads is invalid, none is added. If an address is already queued for the same directory \
            and name, the existing download gets the new settings and its id is printed. If that download has failed \
            or is quarantined, it is retried. If the file of an address was downloaded before and still exists, the \
            id of that download is printed and nothing is added, unless `--again` is given.
            """
    )

    @OptionGroup var addresses: DownloadAddresses
    @OptionGroup(title: "Downloads") var input: DownloadInputOptions
    @OptionGroup(title: "Downloads") var plan: DownloadPlanOptions
    @OptionGroup(title: "Requests") var fields: DownloadFieldOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.addresses.urls }

    private var add: QueueAddOptions {
        QueueAddOptions(
            urls: addresses.urls, input: input, request: DownloadRequestOptions(plan: plan, fields: fields))
    }

    func run() async throws {
        let queue = try storage.open()
        let store = queue.store
        let requests = try add.newItems(options)
        let existing = try input.existing(requests, in: queue, options)
        let items = zip(requests, existing).filter { $1 == nil }.map(\.0)
        let before = try store.summary(ids: nil).left
        let (added, quarantined) = try store.addDiscardingFiles(
            items, at: Date(), rules: queue.rules(permitting: items))
        var rest = added.makeIterator()
        try OutputStream.print(lines: existing.compactMap { ($0 ?? rest.next())?.id })
        if !options.quiet { StandardError.write(QuarantineNotice(quarantined).lines) }
        let left = try store.summary(ids: nil).left
        let count = max(left - before, 0)
        let title = "Queued \(counted(count, "download"))"
        try await AdditionNotice(title: title, symbol: .link, added: count) { left }.show(options: options)
    }
}

/// `leftoff get`: adds downloads and runs them.
struct GetCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Download files and print the path of each finished file.",
        discussion: """
            The same as `leftoff queue add` followed by `leftoff queue run` for the added downloads. If the file of an \
            address was downloaded before and still exists, its path is printed and nothing is downloaded; with \
            `--again`, it is downloaded once more under a name with a number.
            """
    )

    // Not a group of groups: a debug build of the parser validates each level of them four times.
    @OptionGroup var addresses: DownloadAddresses
    @OptionGroup(title: "Downloads") var input: DownloadInputOptions
    @OptionGroup(title: "Downloads") var plan: DownloadPlanOptions
    @OptionGroup(title: "Requests") var fields: DownloadFieldOptions
    @OptionGroup(title: "Run") var run: QueueRunOptions
    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.addresses.urls }

    private var add: QueueAddOptions {
        QueueAddOptions(
            urls: addresses.urls, input: input, request: DownloadRequestOptions(plan: plan, fields: fields))
    }

    func run() async throws {
        let (queue, rules, ids, count) = try addDownloads()
        guard count > 0 else { return }
        try await run.run(queue, ids: ids, added: count, rules: rules, privateHosts: fields, options: options)
    }

    /// Adds the downloads and returns only their ids, so that a long list does not stay in memory.
    private func addDownloads() throws -> (queue: CommandQueue, rules: WorkerRules?, ids: Set<String>, count: Int) {
        // A wrong configuration or certificate file must be reported before anything is queued.
        _ = try Configuration.load(from: DataHome())
        _ = try CertificateFile.readable(run.caFile)
        var items = try add.newItems(options)
        let queue = try storage.open(isDurable: run.sync == .full)
        if !run.overwrite {
            let existing = try input.existing(items, in: queue, options)
            try OutputStream.print(
                lines: existing.compactMap(\.self).map { "\($0.directory)/\($0.fileName ?? "")" })
            items = zip(items, existing).filter { $1 == nil }.map(\.0)
        }
        let rules = try queue.rules(rules, permitting: items)
        let (added, quarantined) = try queue.store.addDiscardingFiles(items, at: Date(), rules: rules)
        if !options.quiet { StandardError.write(QuarantineNotice(quarantined).lines) }
        return (queue, rules, Set(added.map(\.id)), added.count)
    }
}

/// The addresses that `leftoff queue add` and `leftoff get` download.
struct DownloadAddresses: ParsableArguments {
    @Argument(help: ArgumentHelp("The http or https addresses to download.", valueName: "url"))
    var urls: [String] = []
}

/// The options of `leftoff queue add` and `leftoff get`: addresses and the settings of their downloads.
private struct QueueAddOptions {
    /// The addresses as the user typed them.
    var urls: [String]
    /// The lists, and what only one download can have.
    var input: DownloadInputOptions
    /// The destination, request fields and start time.
    var request: DownloadRequestOptions

    /// Checks all options and reads all lists, so that nothing is added if one of them is invalid.
    ///
    /// - Parameter options: The global options; unless `--quiet` is set, a changed file name is reported.
    /// - Returns: The new items in the order of the addresses.
    /// - Throws: `CommandFailure`, and the errors of reading lists and places.
    func newItems(_ options: GlobalOptions) throws -> [NewQueueItem] {
        let addresses = try urls.map(Self.address)
        try checkInputs()
        if let name = input.name, FileName.chosen(name) == nil {
            throw CommandFailure(what: "--name \(name)", why: "not a valid file name", status: .usage)
        }
        let checksum = try input.checksum.map { try Checksum($0) }
        let defaults = try request.defaults()
        let listed = try input.inputFile.flatMap { path in
            InputBytes.announce("addresses", from: path, isQuiet: options.quiet)
            return try DownloadListInput.read(path, format: .lines).items
        }
        if addresses.count + listed.count > 1, input.name != nil || checksum != nil {
            throw CommandFailure.usage("--name and --checksum need a single address")
        }
        // Created last, after all checks have passed.
        let directory = try request.destination.create()
        if let name = input.name, let safe = FileName.chosen(name), safe != name, !options.quiet {
            StandardError.writeLine("leftoff: --name \(name): the file is named \(safe)")
        }
        return (addresses + listed.map(\.url)).map { url in
            defaults.applied(to: NewQueueItem(url: url, directory: directory, name: input.name, checksum: checksum))
        }
    }

    private func checkInputs() throws {
        guard input.inputFile.count(where: { $0 == "-" }) < 2 else {
            throw CommandFailure.usage("standard input can be read only once")
        }
        guard !urls.isEmpty || !input.inputFile.isEmpty else {
            throw CommandFailure.usage("specify an address, or a list of addresses with -i")
        }
    }

    private static func address(_ text: String) throws -> WebURL {
        guard !text.isEmpty else {
            throw CommandFailure(
                what: "empty address", why: "expected one such as https://example.org/file", status: .malformedInput)
        }
        // `example.org:8080` is a URL, whose scheme is `example.org`.
        guard AddressSuggestion.suggestion(for: text) == nil, let url = WebURL(text) else {
            throw AddressSuggestion.failure(text)
        }
        guard url.isHTTP else {
            throw CommandFailure(
                what: text, why: "only http and https addresses can be downloaded", status: .refused)
        }
        return url
    }
}

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
