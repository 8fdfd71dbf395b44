import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import TerminalHUD

/// The options of commands that obey the rows of a queue which other users or machines can write to.
struct WorkerRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Obey downloads of a shared queue below this directory; repeatable. (default: the download directory)",
            valueName: "dir"))
    var root: [String] = []

    @Option(
        help: ArgumentHelp("Obey downloads of a shared queue that use this proxy; repeatable.", valueName: "url"))
    var allowProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Obey downloads of a shared queue that use this netrc or cookie file; repeatable.", valueName: "file"))
    var allowFile: [String] = []

    @Flag(help: "Obey downloads of a shared queue with any request fields, also with cookies and passwords.")
    var allowHeaders = false

    @Flag(help: "Obey all downloads of a shared queue, to which nobody but you can write.")
    var trustQueue = false

    /// True if an option other than `--trust-queue` was given.
    var hasLimits: Bool { !root.isEmpty || !allowProxy.isEmpty || !allowFile.isEmpty || allowHeaders }

    func validate() throws {
        if trustQueue, hasLimits {
            throw ValidationError(
                "--trust-queue cannot be combined with --root, --allow-proxy, --allow-file or --allow-headers")
        }
        guard (root + allowFile).allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            throw ValidationError("--root and --allow-file must be paths")
        }
        for proxy in allowProxy where !ProxyArgument.isValid(proxy) {
            throw ValidationError("--allow-proxy must be \(ProxyArgument.expectedForm)")
        }
    }
}

extension CommandQueue {
    /// Returns the limits within which this command obeys the rows of the queue.
    ///
    /// - Parameters:
    ///   - options: The options of the command; nil if it has none.
    ///   - requests: The requests that this very command adds, which permit themselves.
    /// - Returns: The rules; nil if the rows decide, because only this user can write them.
    /// - Throws: `CommandFailure` if `config.json` is malformed.
    func rules(_ options: WorkerRuleOptions? = nil, permitting requests: [NewQueueItem] = []) throws -> WorkerRules? {
        if options?.trustQueue == true {
            StandardError.writeLine(
                "leftoff: trusting the queue: its downloads choose directories, proxies, files, request fields and"
                    + " private hosts")
            return nil
        }
        guard distrust != nil || options?.hasLimits == true else { return nil }
        return try WorkerRules(options, permitting: requests, home: DataHome())
    }
}

extension WorkerRules {
    /// Returns items without the parts that go beyond the rules, for another program or another queue.
    ///
    /// - Parameters:
    ///   - items: Items of a queue.
    ///   - rules: The rules; nil if the rows decide.
    /// - Returns: The items, and messages about what was left out, one for each kind.
    static func reduced(_ items: [QueueItem], by rules: WorkerRules?) -> (items: [QueueItem], notes: [String]) {
        guard let rules else { return (items, []) }
        var counts: [Excess: Int] = [:]
        let reduced = items.map { item in rules.reduced(item) { counts[$0, default: 0] += 1 } }
        let notes = Excess.allCases.compactMap { kind in
            counts[kind].map { "\(kind.rawValue): left out of \(counted($0, "download")); \(kind.option) allows them" }
        }
        return (reduced, notes)
    }

    /// Creates the rules of the command line and of `config.json`.
    ///
    /// - Parameters:
    ///   - options: The options of the command; nil if it has none.
    ///   - requests: The requests that this very command adds.
    ///   - home: The data directory.
    /// - Throws: `CommandFailure` if `config.json` is malformed.
    init(_ options: WorkerRuleOptions?, permitting requests: [NewQueueItem] = [], home: DataHome) throws {
        let configured = try Configuration.load(from: home).worker
        self.init(roots: ((options?.root ?? []) + (configured?.roots ?? [])).flatMap(Self.spellings))
        proxies = Set((options?.allowProxy ?? []) + (configured?.proxies ?? []))
        files = Set(((options?.allowFile ?? []) + (configured?.files ?? [])).flatMap(Self.spellings))
        allowsAllFields = options?.allowHeaders ?? false
        permit(requests)
        if roots.isEmpty, let standard = DownloadDirectory.standard { roots = Self.spellings(of: standard) }
    }

    /// Returns the absolute path as it was typed, and the one without symbolic links; rows may contain either.
    private static func spellings(of path: String) -> [String] {
        let typed = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        return [typed] + [SystemPath.absolute(path)].compactMap(\.self).filter { $0 != typed && $0.hasPrefix("/") }
    }
}
