import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import Glibc
import ImportExport
import Places
import Service
import Store
import Syntax
import WHATWGURL

/// The options of commands that add downloads for where, when and in which order they run.
struct DownloadPlanOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save to this directory, created if it does not exist (default: the current directory).",
            valueName: "dir"))
    var dir: String?

    @Option(
        help: ArgumentHelp(
            "The place whose page contains the addresses; its address is the default Referer.", valueName: "id"),
        completion: .places)
    var snapshot: String?

    @Option(
        help: ArgumentHelp("Do not start before this time: 22:00, +2h or 2026-01-31T22:00:00Z.", valueName: "time"))
    var startAt: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The priority; downloads with a higher one run first.", valueName: "n"))
    var priority = 0

    func validate() throws {
        let range = NewQueueItem.priorities
        guard range.contains(priority) else {
            throw ValidationError("--priority must be from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

/// The options of commands that add downloads for the requests of these downloads.
struct DownloadFieldOptions: PrivateHostArguments {
    @Option(help: ArgumentHelp("Send this Referer.", valueName: "url"))
    var referer: String?

    @Option(help: ArgumentHelp("Send an additional request field, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(help: ArgumentHelp("Send this User-Agent.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("Use this proxy instead of the environment variables' proxy.", valueName: "url"))
    var proxy: String?

    @Flag(
        name: .customLong("accept-html"),
        help: "Also download an HTML page where the address or the name promises another kind of file.")
    var acceptsHTML = false

    @Flag(help: "Read user names and passwords from $NETRC or ~/.netrc.")
    var netrc = false

    @Option(
        help: ArgumentHelp("Send the cookies in this Netscape cookie file to their hosts.", valueName: "file"))
    var cookies: String?

    @Option(
        help: ArgumentHelp(
            "Allow redirects to this host although its address is private; repeatable.", valueName: "host"))
    var allowPrivate: [String] = []

    func validate() throws { try validateHosts() }
}

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
            throw CommandFailure.usage("--cookies and a Cookie field in --header exclude each other")
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
            ? Self.readable(NetrcFile.checkedPath(in: ProcessInfo.processInfo.environment), of: "--netrc") : nil
        defaults.acceptsHTML = fields.acceptsHTML
        defaults.priority = plan.priority
        defaults.privateHosts = fields.hosts
        if let snapshot = plan.snapshot {
            let place = try SQLiteSnapshotArchive.forReading().snapshot(id: snapshot)
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

    private static func field(_ text: String) throws -> HeaderField {
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

/// The settings of new downloads that come from the command line.
struct RequestDefaults {
    /// Further request fields.
    var headers: [HeaderField] = []
    /// The value of Referer; nil to send none.
    var referer: String?
    /// The value of User-Agent; nil to use Leftoff's.
    var userAgent: String?
    /// The address of the proxy; nil to use the environment's.
    var proxy: String?
    /// The absolute path of a netrc file; nil for none.
    var netrcPath: String?
    /// The absolute path of a cookie file in Netscape's format; nil for none.
    var cookiesPath: String?
    /// The id of the place from which the addresses come; nil for none.
    var snapshotID: String?
    /// The earliest time of the first attempt; nil to start at once.
    var startAt: Date?
    /// True if an HTML page is accepted where another kind of file was promised.
    var acceptsHTML = false
    /// The priority of items that have none.
    var priority = 0
    /// The hosts to which redirects may lead although they are private.
    var privateHosts: Set<String> = []

    /// Returns a download with these settings; its own settings take precedence.
    func applied(to item: NewQueueItem) -> NewQueueItem {
        var item = item
        item.headers = headers + item.headers
        item.referer = item.referer ?? referer
        item.userAgent = item.userAgent ?? userAgent
        item.proxy = item.proxy ?? proxy
        item.netrcPath = item.netrcPath ?? netrcPath
        if !item.headers.contains(where: Self.isCookie) { item.cookiesPath = item.cookiesPath ?? cookiesPath }
        item.snapshot = snapshotID ?? item.snapshot
        item.startAt = item.startAt ?? startAt
        item.acceptsHTML = item.acceptsHTML || acceptsHTML
        item.privateHosts.others.formUnion(privateHosts)
        if item.priority == 0 { item.priority = priority }
        return item
    }

    /// Returns true for a Cookie field.
    static func isCookie(_ field: HeaderField) -> Bool { field.name.lowercased() == "cookie" }
}

/// The directory that receives the files of new downloads.
struct DownloadDestination {
    /// The path, relative to the current directory or absolute.
    let dir: String

    /// Creates the directory if it does not exist.
    ///
    /// It is checked now, and not when the first download starts.
    ///
    /// - Returns: The absolute path.
    /// - Throws: `CommandFailure` if the directory cannot be created or is not writable.
    func create() throws -> String {
        let path = dir
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CommandFailure(what: "--dir", why: "must be the path of a directory", status: .usage)
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(what: "--dir \(path)", why: SystemPath.obstacle(to: path), status: .cannotCreate)
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw CommandFailure(what: "--dir \(path)", why: "the directory is not writable", status: .cannotCreate)
        }
        guard let absolute = SystemPath.absolute(path) else {
            throw CommandFailure(
                what: "--dir \(path)", why: "its path is not UTF-8 text; choose another directory",
                status: .cannotCreate)
        }
        return absolute
    }

    /// Returns the path of the directory, which need not exist.
    ///
    /// - Returns: The absolute path.
    /// - Throws: `CommandFailure` if the path is malformed.
    func path() throws -> String {
        guard let absolute = RealPath.resolved(dir) else {
            throw CommandFailure(what: "--dir", why: "must be the path of a directory", status: .usage)
        }
        return absolute
    }
}

/// Functions for paths in the file system.
enum SystemPath {
    /// Returns the absolute path without symbolic links; nil if the file cannot be found or reached (`errno`).
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the absolute path of an existing file or directory.
    ///
    /// - Parameter path: A path, relative to the current directory or absolute.
    /// - Returns: The path without symbolic links, `.` and `..`; the given path if it cannot be resolved; nil if the
    ///   result is not UTF-8, because its text would name another file.
    static func absolute(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(validatingCString: pointer)
    }

    /// Returns the reason why a directory cannot be created.
    ///
    /// - Parameter path: The directory's path.
    /// - Returns: The first component of the path that is not a directory, or the system's error.
    static func obstacle(to path: String) -> String {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            var status = stat()
            if stat(part, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
                return part == path ? "not a directory" : "\(part) is not a directory"
            }
        }
        guard let number = creationError(of: path) else { return "cannot create the directory" }
        return "cannot create the directory: \(SystemError.text(number))"
    }

    /// Returns the error for which a directory cannot be created; nil if none is found.
    ///
    /// It asks about the nearest directory that exists, and creates nothing.
    private static func creationError(of path: String) -> Int32? {
        var status = stat()
        var nearest = path
        while stat(nearest, &status) != 0 {
            guard errno == ENOENT else { return errno }
            guard let slash = nearest.lastIndex(of: "/") else {
                nearest = "."
                break
            }
            nearest = slash == nearest.startIndex ? "/" : String(nearest[..<slash])
        }
        return access(nearest, W_OK | X_OK) == 0 ? nil : errno
    }
}
