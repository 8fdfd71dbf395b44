package import DownloadQueue
import FileFormats
package import Syntax
import WHATWGURL

/// The limits within which the rows of a queue are obeyed on this machine.
///
/// Whoever can write to a queue that several users or machines share chooses what its rows contain. So the directories,
/// proxies, files and request fields that a row may use are chosen on the worker's own machine. A row that goes beyond
/// them is refused: nothing is created, examined or deleted for it.
///
/// Without rules, as for the local queue, the items themselves decide: only their user can write them.
///
/// ```swift
/// var rules = WorkerRules(roots: ["/home/ada/Downloads"])
/// rules.proxies = ["http://127.0.0.1:3128"]
/// if let url = WebURL("https://example.org/a") {
///     let request = NewQueueItem(url: url, directory: "/home/ada/.ssh")
///     let item = QueueItem(id: "a", request: request, addedAt: Date())
///     do { try rules.check(item) } catch { print(error) }  // … --root DIR allows it
/// }
/// ```
package struct WorkerRules: Sendable {
    /// The absolute paths of the directories below which files are written and deleted.
    package var roots: [String]

    /// The URLs of proxies that rows may name, exactly as the rows contain them.
    package var proxies: Set<String> = []

    /// The paths of netrc and cookie files that rows may name.
    package var files: Set<String> = []

    /// Request fields that rows may have, in addition to harmless ones.
    package var fields: Set<HeaderField> = []

    /// True if rows may have any request fields.
    package var allowsAllFields = false

    /// The URLs that the user has named in this very command; their own hosts may be private.
    var ownURLs: Set<WebURL> = []

    /// Creates rules under which rows choose nothing but a directory below a root.
    ///
    /// - Parameter roots: Absolute paths.
    package init(roots: [String]) {
        self.roots = roots
    }

    /// Permits everything that the user's own requests contain.
    ///
    /// - Parameter requests: The requests of this very command.
    package mutating func permit(_ requests: [NewQueueItem]) {
        for request in requests {
            let root = request.root ?? request.directory
            if !roots.contains(root) { roots.append(root) }
            if let proxy = request.proxy { proxies.insert(proxy) }
            files.formUnion([request.netrcPath, request.cookiesPath].compactMap(\.self))
            fields.formUnion(request.headers)
            ownURLs.insert(request.url)
        }
    }

    // MARK: Checks

    /// Checks that an item stays within the rules; looks at nothing but the item.
    ///
    /// - Throws: A lasting ``QueueFailure`` of the class `refused`, which names the option that would allow the item.
    package func check(_ item: QueueItem) throws(QueueFailure) {
        _ = try root(for: item)
        let request = item.request
        if let proxy = request.proxy, !proxies.contains(proxy) {
            let text = proxy.contains("//") ? proxy : "//\(proxy)"
            throw Self.refused(.proxy, "proxy \(CredentialMask.masked(text))")
        }
        for file in [request.netrcPath, request.cookiesPath].compactMap(\.self) where !files.contains(file) {
            throw Self.refused(.file, "file \(PathComponents.shown(file))")
        }
        if let field = request.headers.first(where: { !allows($0) }) {
            throw Self.refused(.field, "request field \(field.name)")
        }
    }

    /// Returns the root that contains an item's directory.
    ///
    /// Only the text of the path is compared. ``ConfinedDirectory`` follows symbolic links when the directory is
    /// opened.
    ///
    /// - Returns: One of ``roots``.
    /// - Throws: A lasting ``QueueFailure`` of the class `refused`.
    package func root(for item: QueueItem) throws(QueueFailure) -> String {
        guard let root = root(ofDirectory: item.directory) else {
            throw Self.refused(.directory, "directory \(PathComponents.shown(item.directory))")
        }
        return root
    }

    /// Returns the root that contains a directory, and no hidden directory between them; nil if there is none.
    func root(ofDirectory directory: String) -> String? {
        guard let path = PathComponents(directory) else { return nil }
        return roots.first { root in
            let names = PathComponents(root).flatMap { path.names(below: $0) }
            return names.map { !$0.contains(where: PathComponents.isHidden) } ?? false
        }
    }

    /// Returns true if rows may have a request field.
    private func allows(_ field: HeaderField) -> Bool {
        allowsAllFields || fields.contains(field) || field.isHarmless || field.isNamed("User-Agent")
            || field.isNamed("Referer")
    }

    private static func refused(_ excess: Excess, _ what: String) -> QueueFailure {
        QueueFailure(
            .refused, "the shared download's \(what) is refused on this machine; \(excess.option) allows it",
            isLasting: true)
    }

    /// Returns the private hosts that an item may contact, whatever its row says.
    func privateHosts(of item: QueueItem) -> PrivateHosts {
        // An allowed proxy must be used, and it is not used for hosts that must be public.
        ownURLs.contains(item.url) || item.request.proxy != nil ? .own : .none
    }

    // MARK: Other programs

    /// A part of a request that goes beyond the rules.
    package enum Excess: String, Sendable, CaseIterable {
        case directory = "directories outside of the roots"
        case proxy = "proxies"
        case file = "netrc and cookie files"
        case field = "request fields"

        /// The option that allows the part.
        package var option: String {
            switch self {
            case .directory: "--root DIR"
            case .proxy: "--allow-proxy URL"
            case .file: "--allow-file FILE"
            case .field: "--allow-headers"
            }
        }
    }

    /// Returns an item without the parts that go beyond the rules, for a program that would obey them.
    ///
    /// - Parameters:
    ///   - item: An item of the queue.
    ///   - record: Receives each kind of part that is left out. The file then goes to the first root.
    /// - Returns: The item to hand over.
    package func reduced(_ item: QueueItem, _ record: (Excess) -> Void) -> QueueItem {
        var request = item.request
        if (try? root(for: item)) == nil {
            record(.directory)
            request.directory = roots.first ?? "/"
        }
        if let proxy = request.proxy, !proxies.contains(proxy) {
            record(.proxy)
            request.proxy = nil
        }
        let paths = [request.netrcPath, request.cookiesPath].compactMap(\.self)
        if paths.contains(where: { !files.contains($0) }) {
            record(.file)
            request.netrcPath = request.netrcPath.flatMap { files.contains($0) ? $0 : nil }
            request.cookiesPath = request.cookiesPath.flatMap { files.contains($0) ? $0 : nil }
        }
        if !request.headers.allSatisfy(allows) {
            record(.field)
            request.headers = request.headers.filter(allows)
        }
        request.privateHosts = ownURLs.contains(item.url) ? .own : .none
        var item = item
        item.request = request
        // A worker checks the name when it uses it; another program would not.
        item.fileName = item.fileName.flatMap(FileName.chosen)
        return item
    }
}

extension QueueItem {
    /// Returns the directory below which the item's directory must be; nil if a person chose the item's directory.
    ///
    /// - Parameter rules: The rules of this machine; nil if the items of the queue decide.
    /// - Returns: An absolute path; nil for no limit.
    /// - Throws: ``QueueFailure`` if the rules do not allow the directory.
    func root(_ rules: WorkerRules?) throws(QueueFailure) -> String? {
        guard let rules else { return root }
        return try rules.root(for: self)
    }
}
