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
    /// Messages about what a trusted list chooses: one for each different value, without credentials.
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
        var values: [ListRules.Claim: (known: Set<String>, inOrder: [String])] = [:]
        downloads.reserveCapacity(listed.count)
        for entry in listed {
            var claims: Set<ListRules.Claim> = []
            let item = rules.request(for: entry) { claim, value in
                claims.insert(claim)
                guard rules.trustsList, values[claim, default: ([], [])].known.insert(value).inserted else { return }
                values[claim, default: ([], [])].inOrder.append(value)
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
                // All of them: whoever trusts a list must be able to see what it does.
                obeyed += (values[claim]?.inOrder ?? []).map { "\(name): \($0)" }
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

    private static func name(of claim: ListRules.Claim, in directory: String) -> String {
        switch claim {
        case .outsideDirectory: "directories outside of \(directory)"
        case .hiddenDirectory: "hidden directories"
        case .deepDirectory: "directories with too many levels or too long names"
        case .proxy: "proxies"
        case .netrcFile: "netrc files"
        case .cookieFile: "cookie files"
        case .headerField: "header fields"
        case .referer: "referers that are not http or https addresses"
        case .credentials: "credentials in addresses"
        case .privateHost: "private hosts"
        }
    }
}
