import DownloadLists
import DownloadQueue
import HTTPSyntax
import WHATWGURL

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
    package var allowsOwnPrivateHost: Bool

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - directory: The absolute path of the directory that receives the files.
    ///   - root: The absolute path of the directory that a person chose; nil if it is `directory`.
    ///   - trustsList: True if the person trusts the list.
    ///   - allowsOwnPrivateHost: False if not even the host of a download's own URL may be private.
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
