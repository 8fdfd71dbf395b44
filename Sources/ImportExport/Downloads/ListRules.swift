package import DownloadQueue
import FileFormats
package import FoundationEssentials
package import Syntax
package import WHATWGURL

/// The rules for turning the entries of a list into requests for downloads.
///
/// A list is data: it chooses neither directories outside of ``directory``, nor proxies, credentials or hosts. This is
/// the only conversion of a ``ListedDownload``, so a new format cannot avoid the rules.
///
/// ```swift
/// let rules = ListRules(directory: "/home/me/Downloads")
/// var entry = ListedDownload(url: WebURL("https://example.org/a.iso")!)
/// entry.directory = "/home/me/.config/autostart"
/// let plan = DownloadPlan([entry], rules: rules)
/// print(plan.downloads[0].item.directory)  // /home/me/Downloads
/// print(plan.omissions.notes)  // ["directories outside of /home/me/Downloads: left out of 1 entry"]
/// ```
package struct ListRules: Sendable {
    /// The absolute path of the directory that receives the files, and below which a list may name others.
    package var directory: String
    /// The absolute path of the directory that a person chose, which contains ``directory``.
    package var root: String
    /// True if the person trusts the list: it then chooses directories, proxies and credentials.
    package var trustsList: Bool
    /// False if not even the host of a download's own URL may be private.
    private var allowsOwnPrivateHost: Bool

    /// Creates rules; without a root, it is the directory.
    package init(
        directory: String, root: String? = nil, trustsList: Bool = false, allowsOwnPrivateHost: Bool = true
    ) {
        self.directory = directory
        self.root = root ?? directory
        self.trustsList = trustsList
        self.allowsOwnPrivateHost = allowsOwnPrivateHost
    }

    /// A part of an entry that only a trusted list may choose.
    enum Claim: CaseIterable {
        case outsideDirectory, hiddenDirectory, deepDirectory, proxy, netrcFile, cookieFile, headerField, referer
        case credentials, privateHost
    }

    /// Returns the request of an entry.
    ///
    /// - Parameters:
    ///   - listed: The entry with all that its list says of it.
    ///   - record: Receives each part that needs trust, and its text without credentials. Without trust, the request
    ///     does not contain the part.
    /// - Returns: A request that can be added to a queue.
    func request(for listed: ListedDownload, _ record: (Claim, String) -> Void) -> NewQueueItem {
        var request = NewQueueItem(
            url: listed.url, directory: directory, name: listed.name, checksum: listed.checksum,
            priority: listed.priority)
        request.suggestedName = listed.suggestedName
        request.acceptsHTML = listed.acceptsHTML
        request.userAgent = listed.userAgent
        request.snapshot = listed.snapshot
        request.startAt = listed.startAt
        addDirectory(of: listed, to: &request, record)
        addReferer(of: listed, to: &request, record)
        addFields(of: listed, to: &request, record)
        addHosts(of: listed, to: &request, record)
        if listed.url.hasCredentials {
            record(.credentials, CredentialMask.masked(listed.url.href))
            if !trustsList { request.url = listed.url.withoutCredentials() }
        }
        for (claim, value, part) in [
            (Claim.proxy, listed.proxy, \NewQueueItem.proxy), (.netrcFile, listed.netrcPath, \.netrcPath),
            (.cookieFile, listed.cookiesPath, \.cookiesPath),
        ] {
            guard let value else { continue }
            record(claim, Self.masked(value))
            if trustsList { request[keyPath: part] = value }
        }
        return request
    }

    /// Returns a value without credentials; a proxy may be written without a scheme, as `user:password@host`.
    private static func masked(_ value: String) -> String {
        let masked = CredentialMask.masked(value)
        guard !value.contains("//"), let sign = masked.utf8.lastIndex(of: UInt8(ascii: "@")) else { return masked }
        return "…\(masked[sign...])"
    }

    private func addDirectory(
        of listed: ListedDownload, to request: inout NewQueueItem, _ record: (Claim, String) -> Void
    ) {
        if !trustsList { request.root = root }
        guard let text = listed.directory else { return }
        let isAbsolute = text.utf8.first == UInt8(ascii: "/")
        let written = PathComponents(written: text)
        let names = isAbsolute ? written.names(below: PathComponents(written: directory)) : written.names[...]
        var claim: Claim?
        if let names, !written.hasParent {
            if names.contains(where: PathComponents.isHidden) { claim = .hiddenDirectory }
            let hasLongName = names.contains { $0.count > PathComponents.maximumNameLength }
            if hasLongName || names.count > PathComponents.maximumDepth { claim = .deepDirectory }
        } else {
            claim = .outsideDirectory
        }
        guard let claim else {
            let prefix = directory == "/" ? "" : directory
            request.directory = prefix + (names ?? []).map { "/\(String(decoding: $0, as: UTF8.self))" }.joined()
            return
        }
        let path = isAbsolute ? text : "\(directory)/\(text)"
        record(claim, path)
        if trustsList { request.directory = path }
    }

    private func addReferer(
        of listed: ListedDownload, to request: inout NewQueueItem, _ record: (Claim, String) -> Void
    ) {
        request.referer = listed.referer
        guard let referer = listed.referer, !referer.isEmpty else { return }
        let url = WebURL(referer)
        let hasCredentials = url?.hasCredentials ?? false
        guard hasCredentials || url?.isHTTP != true else { return }
        record(hasCredentials ? .credentials : .referer, Self.masked(referer))
        if !trustsList { request.referer = url.flatMap { $0.isHTTP ? $0.withoutCredentials().href : nil } }
    }

    private func addFields(
        of listed: ListedDownload, to request: inout NewQueueItem, _ record: (Claim, String) -> Void
    ) {
        for field in listed.headers {
            if !field.isHarmless { record(.headerField, field.name) }
            if field.isHarmless || trustsList { request.headers.append(field) }
        }
    }

    private func addHosts(
        of listed: ListedDownload, to request: inout NewQueueItem, _ record: (Claim, String) -> Void
    ) {
        for host in listed.privateHosts.others.sorted() { record(.privateHost, host) }
        request.privateHosts = PrivateHosts(
            includesOwn: listed.privateHosts.includesOwn && allowsOwnPrivateHost,
            others: trustsList ? listed.privateHosts.others : [])
    }
}

/// An entry of a list of downloads, as the list writes it.
///
/// It is data and gives no permission: only ``ListRules`` turns it into a request for a download.
package struct ListedDownload: Sendable, Hashable {
    /// The URL, http or https, without its fragment.
    package var url: WebURL
    /// The safe file name that the list gives to the file.
    package var name: String?
    /// The safe file name that the link suggested.
    var suggestedName: String?
    /// True if an HTML page is accepted although the address or a name promises another kind of file.
    var acceptsHTML = false
    /// The digest that the file must have.
    package var checksum: Checksum?
    /// The value of the Referer field.
    package var referer: String?
    /// The value of the User-Agent field.
    package var userAgent: String?
    /// Further request fields.
    package var headers: [HeaderField] = []
    /// The priority, in the range of requests.
    package var priority = 0
    /// The id of the snapshot whose page contained the link.
    package var snapshot: String?
    /// The time before which the download does not start.
    package var startAt: Date?
    /// The directory, relative or absolute.
    package var directory: String?
    /// The URL of a proxy.
    package var proxy: String?
    /// The path of a netrc file.
    package var netrcPath: String?
    /// The path of a cookie file.
    package var cookiesPath: String?
    /// The hosts with private addresses that the download may contact.
    package var privateHosts = PrivateHosts.own
    /// True if the download was paused, or had failed.
    var isPaused = false
    /// True if the download had failed.
    var hadFailed = false

    /// Creates an entry.
    ///
    /// - Parameter url: The URL of the file, http or https; its fragment is removed.
    package init(url: WebURL) {
        self.url = url.withoutFragment()
    }

    /// Creates an entry from a request that another queue contains.
    ///
    /// - Parameter request: A request that has not been checked.
    package init(_ request: NewQueueItem) {
        self.init(url: request.url)
        name = request.name.flatMap(FileName.safe)
        suggestedName = request.suggestedName.flatMap(FileName.safe)
        acceptsHTML = request.acceptsHTML
        checksum = request.checksum
        referer = request.referer
        userAgent = request.userAgent
        headers = request.headers
        priority = request.priority
        snapshot = request.snapshot
        startAt = request.startAt
        directory = request.directory
        proxy = request.proxy
        netrcPath = request.netrcPath
        cookiesPath = request.cookiesPath
        privateHosts = request.privateHosts
    }
}

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

/// The kinds of data of a list that were left out, each with the number of entries that had it.
package struct ListOmissions: Sendable, Hashable {
    /// A kind of data that was left out.
    package struct Kind: Sendable, Hashable {
        /// The kind, such as `mirrors`.
        package var what: String
        /// The number of entries.
        package var count: Int
    }

    /// The kinds, in the order in which they were found.
    package private(set) var kinds: [Kind] = []

    /// The indices of the kinds by name.
    private var indices: [String: Int] = [:]

    /// The maximum number of kinds; a list can invent more, which count as one.
    private static let limit = 50

    /// Creates an empty set of omissions.
    init() {}

    /// A message for the user about each kind of data.
    package var notes: [String] {
        kinds.map { "\($0.what): left out of \($0.count) \($0.count == 1 ? "entry" : "entries")" }
    }

    /// Records that a kind of data was left out of further entries.
    ///
    /// - Parameters:
    ///   - what: The kind, such as `mirrors`.
    ///   - count: The number of entries.
    mutating func add(_ what: String, count: Int = 1) {
        let what = kinds.count < Self.limit || indices[what] != nil ? what : "other data"
        if let index = indices[what] {
            kinds[index].count += count
        } else {
            indices[what] = kinds.count
            kinds.append(Kind(what: what, count: count))
        }
    }
}
