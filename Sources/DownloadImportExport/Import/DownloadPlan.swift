package import DownloadQueue

/// The downloads that an import adds, which can be shown before anything is added.
package struct DownloadPlan: Sendable {
    /// A download to add.
    package struct Download: Sendable {
        /// The request, to which further settings of the person can be added.
        package var item: NewQueueItem
        /// True if the download starts only after the user resumes it.
        package var isPaused: Bool
        /// True if the download had failed.
        ///
        /// It is then paused, so that it does not fail again unasked.
        package var hadFailed: Bool
        /// The directory that the list names, with which an equal download may already be queued; nil if it names none.
        ///
        /// The item alone decides where the file is saved.
        package var listedDirectory: String?
    }

    /// A directory that receives files.
    package struct Directory: Sendable, Hashable {
        /// The absolute path.
        package var path: String
        /// The number of files.
        package var count: Int
    }

    /// The downloads, in the order of the list.
    package var downloads: [Download] = []
    /// The parts of entries that were left out, because only a trusted list may choose them.
    package private(set) var omissions = ListOmissions()
    /// Messages about what a trusted list chooses: one per kind, with the different values and without credentials.
    package private(set) var obeyed: [String] = []

    /// Creates a plan without downloads.
    package init() {}

    /// Creates the plan of a list.
    ///
    /// - Parameters:
    ///   - listed: The entries of the list.
    ///   - rules: The rules for the entries.
    package init(_ listed: [ListedDownload], rules: ListRules) {
        var entries: [ListRules.Claim: Int] = [:]
        var values: [ListRules.Claim: ValueList] = [:]
        downloads.reserveCapacity(listed.count)
        for entry in listed {
            var claims: Set<ListRules.Claim> = []
            let item = rules.request(for: entry) { claim, value in
                claims.insert(claim)
                values[claim, default: ValueList()].add(value)
            }
            for claim in claims { entries[claim, default: 0] += 1 }
            downloads.append(
                Download(
                    item: item, isPaused: entry.isPaused, hadFailed: entry.hadFailed,
                    listedDirectory: entry.directory))
        }
        for claim in ListRules.Claim.allCases {
            guard let count = entries[claim] else { continue }
            let name = Self.name(of: claim, in: rules.directory)
            if rules.trustsList {
                obeyed.append("\(name): \(values[claim]?.text ?? "")")
            } else {
                omissions.add(name, count: count)
            }
        }
    }

    /// The directories that receive files: those with the most files first.
    package var directories: [Directory] {
        var counts: [String: Int] = [:]
        for download in downloads { counts[download.item.directory, default: 0] += 1 }
        return counts.map { Directory(path: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.path) < ($0.count, $1.path) }
    }

    /// The different values of a claim, of which a message shows only some.
    private struct ValueList {
        /// The maximum number of values in a message, which a person still reads.
        static let limit = 20
        private var values: [String] = []
        private var known: Set<String> = []

        mutating func add(_ value: String) {
            guard known.insert(value).inserted else { return }
            if values.count < Self.limit { values.append(value) }
        }

        var text: String {
            let more = known.count - values.count
            return (values + (more > 0 ? ["\(more) more"] : [])).joined(separator: ", ")
        }
    }

    private static func name(of claim: ListRules.Claim, in directory: String) -> String {
        switch claim {
        case .outsideDirectory: "directories outside of \(directory)"
        case .hiddenDirectory: "hidden directories"
        case .proxy: "proxies"
        case .netrcFile: "netrc files"
        case .cookieFile: "cookie files"
        case .headerField: "header fields"
        case .credentials: "credentials in addresses"
        case .privateHost: "private hosts"
        }
    }
}
