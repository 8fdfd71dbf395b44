import ArgumentParser
import DownloadImportExport
import DownloadQueue
import Downloads
import FoundationEssentials
import Snapshots
import Store
import Transfer
import WHATWGURL

/// How downloads are asked for: what is sent along, when, and where the files go.
struct DownloadRequestOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The directory that receives the files; made if it is not there.", valueName: "dir"))
    var dir: String?

    @Option(help: ArgumentHelp("The value of the Referer field.", valueName: "url"))
    var referer: String?

    @Option(help: ArgumentHelp("A further request field, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(help: ArgumentHelp("The value of User-Agent.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("The proxy, instead of the environment's.", valueName: "url"))
    var proxy: String?

    @Flag(help: "Take names and passwords from NETRC or ~/.netrc.")
    var netrc = false

    @Option(help: ArgumentHelp("Send the cookies of a Netscape cookie file, each to its host.", valueName: "file"))
    var cookies: String?

    @Option(
        help: ArgumentHelp("The place whose page named the addresses; its address is the referer.", valueName: "id"))
    var snapshot: String?

    @Option(help: ArgumentHelp("Start later: 22:00, +2h, 2026-01-31T22:00:00Z.", valueName: "time"))
    var startAt: String?

    @Option(parsing: .unconditional, help: "Higher ones are downloaded first.")
    var priority = 0

    /// Puts what was asked for into a download, where it says nothing itself.
    ///
    /// - Returns: What puts it in.
    /// - Throws: `CommandFailure` for what is malformed or not there.
    func filling() throws -> (NewQueueItem) -> NewQueueItem {
        let fields = try header.map(Self.field)
        // RFC 6265, section 5.4: a request has one Cookie field.
        if cookies != nil, fields.contains(where: Self.hasCookies) {
            throw CommandFailure(
                what: "usage", why: "cookies come from --cookies or from --header, not from both", status: .usage)
        }
        try Self.check("--referer", referer ?? "")
        try Self.check("--user-agent", userAgent ?? "")
        // None at all is a way to withhold the place's address.
        if let referer, !referer.isEmpty, !(WebURL(referer)?.isHTTP ?? false) {
            throw CommandFailure(
                what: "--referer \(referer)", why: "an http or https address is needed", status: .usage)
        }
        let start = try startAt.map { text in
            guard let date = StartTime.parse(text, now: Date()) else {
                throw CommandFailure(
                    what: "--start-at \(text)", why: "22:00, +2h30m or 2026-01-31T22:00:00Z is needed", status: .usage)
            }
            return date
        }
        if let proxy, !ProxyAddress.isOne(proxy) {
            throw CommandFailure(what: "--proxy", why: "\(ProxyAddress.form) is needed", status: .usage)
        }
        let cookiesPath = try cookies.map { try Self.readable($0, as: "--cookies") }
        let netrcPath = try netrc ? Self.readable(Self.netrcPath, as: "--netrc") : nil
        let place = try snapshot.map { try SQLiteSnapshotArchive.standard().snapshot(id: $0) }
        let source = place?.snapshot.url.withoutFragment().href
        return { item in
            var item = item
            item.headers = fields + item.headers
            item.referer = item.referer ?? referer ?? source
            item.userAgent = item.userAgent ?? userAgent
            item.proxy = item.proxy ?? proxy
            item.netrcPath = item.netrcPath ?? netrcPath
            if !item.headers.contains(where: Self.hasCookies) { item.cookiesPath = item.cookiesPath ?? cookiesPath }
            item.snapshot = place?.id ?? item.snapshot
            item.startAt = item.startAt ?? start
            if item.priority == 0 { item.priority = priority }
            return item
        }
    }

    /// The directory's absolute path; it is there and may be written, or that is said now rather than at night.
    func directory() throws -> String {
        let path = dir ?? "."
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CommandFailure(what: "--dir", why: "not a directory's name", status: .usage)
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(what: "--dir \(path)", why: SystemPath.obstacle(to: path), status: .cannotCreate)
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw CommandFailure(what: "--dir \(path)", why: "files may not be written there", status: .cannotCreate)
        }
        guard let absolute = SystemPath.absolute(path) else {
            throw CommandFailure(
                what: "--dir \(path)", why: "the directory's path is not UTF-8 text; choose another one",
                status: .cannotCreate)
        }
        return absolute
    }

    private static var netrcPath: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["NETRC"] ?? (environment["HOME"] ?? "") + "/.netrc"
    }

    /// The absolute path of a file that can be read, now and when the download begins.
    private static func readable(_ path: String, as option: String) throws -> String {
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
            // The value may be a secret, and this line may be kept.
            let name = DownloadField.name(in: text)
            throw CommandFailure(what: name.isEmpty ? "--header" : "--header \(name)", why: "\(error)", status: .usage)
        }
    }

    private static func hasCookies(_ field: HTTPField) -> Bool { field.name.lowercased() == "cookie" }

    private static func check(_ what: String, _ value: String) throws {
        guard DownloadField.isText(value) else {
            throw CommandFailure(what: what, why: "a control character in it", status: .usage)
        }
    }
}
