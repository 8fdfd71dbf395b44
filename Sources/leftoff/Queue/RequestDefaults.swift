import DownloadQueue
import FoundationEssentials
import HTTPSyntax

/// The settings of new downloads that come from the command line.
struct RequestDefaults {
    /// Further request fields.
    var headers: [HTTPField] = []
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
    static func isCookie(_ field: HTTPField) -> Bool { field.name.lowercased() == "cookie" }
}
