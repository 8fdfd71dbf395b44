import DownloadImportExport
import DownloadQueue
import Downloads
import FoundationEssentials
import HTTPSyntax
import Snapshots
import Store
import WHATWGURL

/// The options of commands that add downloads: destination, request fields and start time.
struct DownloadRequestOptions {
    /// The destination, the start time and the place.
    var plan: DownloadPlanOptions
    /// The request fields.
    var fields: DownloadFieldOptions

    /// Checks the options and returns the settings for new downloads.
    ///
    /// - Returns: The settings, with absolute paths.
    /// - Throws: `CommandFailure` for a malformed value or a missing file, and the errors of finding the place.
    func defaults() throws -> RequestDefaults {
        var defaults = RequestDefaults()
        defaults.headers = try fields.header.map(Self.field)
        // RFC 6265, section 5.4: a request has at most one Cookie field.
        if fields.cookies != nil, defaults.headers.contains(where: RequestDefaults.isCookie) {
            throw CommandFailure(
                what: "usage", why: "--cookies cannot be combined with a Cookie field in --header", status: .usage)
        }
        defaults.referer = try checkedReferer()
        defaults.userAgent = try fields.userAgent.map { try Self.text($0, of: "--user-agent") }
        defaults.startAt = try startDate()
        if let proxy = fields.proxy, !ProxyArgument.isValid(proxy) {
            throw CommandFailure(what: "--proxy", why: "must be \(ProxyArgument.expectedForm)", status: .usage)
        }
        defaults.proxy = fields.proxy
        defaults.cookiesPath = try fields.cookies.map { try Self.readable($0, of: "--cookies") }
        defaults.netrcPath =
            try fields.netrc
            ? Self.readable(NetrcFile.path(in: ProcessInfo.processInfo.environment), of: "--netrc") : nil
        defaults.acceptsHTML = fields.acceptsHTML
        defaults.priority = plan.priority
        defaults.privateHosts = fields.hosts
        if let snapshot = plan.snapshot {
            let place = try SQLiteSnapshotArchive.standard().snapshot(id: snapshot)
            defaults.snapshotID = place.id
            // With an empty --referer, the place's address is not sent.
            defaults.referer = defaults.referer ?? place.snapshot.url.withoutFragment().href
        }
        return defaults
    }

    private func checkedReferer() throws -> String? {
        guard let referer = try fields.referer.map({ try Self.text($0, of: "--referer") }) else { return nil }
        guard referer.isEmpty || WebURL(referer)?.isHTTP == true else {
            throw CommandFailure(what: "--referer \(referer)", why: "must be an http or https address", status: .usage)
        }
        return referer
    }

    private func startDate() throws -> Date? {
        try plan.startAt.map { text in
            guard let date = StartTime.parse(text, now: Date()) else {
                throw CommandFailure(
                    what: "--start-at \(text)", why: "must be a time such as 22:00, +2h30m or 2026-01-31T22:00:00Z",
                    status: .usage)
            }
            return date
        }
    }

    /// The directory that receives the files.
    var destination: DownloadDestination { DownloadDestination(dir: plan.dir ?? ".") }

    /// Checks that a file can be read, and returns its absolute path, because it is read again when the download
    /// starts.
    private static func readable(_ path: String, of option: String) throws -> String {
        if let obstacle = CredentialFile.obstacle(to: path) {
            throw CommandFailure(
                what: "\(option) \(path)", why: "cannot be read: \(obstacle)", status: .notFound)
        }
        guard let absolute = SystemPath.absolute(path) else {
            throw CommandFailure(what: "\(option) \(path)", why: "its path is not UTF-8 text", status: .notFound)
        }
        return absolute
    }

    private static func field(_ text: String) throws -> HTTPField {
        do {
            return try DownloadField.parse(text)
        } catch {
            // The message contains only the field's name: its value may be a secret, and messages end up in log files.
            let name = DownloadField.name(in: text)
            throw CommandFailure(what: name.isEmpty ? "--header" : "--header \(name)", why: "\(error)", status: .usage)
        }
    }

    private static func text(_ value: String, of option: String) throws -> String {
        guard DownloadField.isText(value) else {
            throw CommandFailure(what: option, why: "contains a control character", status: .usage)
        }
        return value
    }
}
