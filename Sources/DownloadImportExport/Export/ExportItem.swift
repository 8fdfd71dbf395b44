import DownloadLists
import DownloadQueue
import Transfer
import WHATWGURL

/// What of an item may leave the queue.
struct ExportItem {
    /// Fields that tell a server who asks.
    private static let secretFields: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "x-api-key", "x-auth-token", "private-token", "api-key",
    ]

    let item: QueueItem
    /// The address without its fragment, which no server sees.
    let url: WebURL
    /// The file's name as it was chosen by a person or a worker.
    let name: String?
    let referer: String?
    let headers: [HTTPField]
    let proxy: String?
    let netrcPath: String?
    let cookiesPath: String?
    let hasLeftOutCredentials: Bool

    init(_ item: QueueItem, includesCredentials: Bool) {
        self.item = item
        let whole = item.url.withoutFragment()
        url = includesCredentials ? whole : whole.withoutCredentials()
        name = item.fileName ?? item.name.flatMap(FileName.safe)
        referer = includesCredentials ? item.referer : item.referer.flatMap(Self.plainReferer)
        headers =
            includesCredentials
            ? item.headers : item.headers.filter { !Self.secretFields.contains($0.name.lowercased()) }
        let proxyURL = item.request.proxy.flatMap { WebURL($0) }
        // An address that cannot be read may hold a password anywhere.
        let isPlainProxy = proxyURL.map { !$0.hasCredentials } ?? false
        proxy = includesCredentials || isPlainProxy ? item.request.proxy : nil
        netrcPath = includesCredentials ? item.request.netrcPath : nil
        cookiesPath = includesCredentials ? item.request.cookiesPath : nil
        hasLeftOutCredentials =
            headers.count < item.headers.count || url != whole || referer != item.referer
            || proxy != item.request.proxy
            || netrcPath != item.request.netrcPath || cookiesPath != item.request.cookiesPath
    }

    /// Refuses an item that is not safe to write into a file of lines.
    ///
    /// - Throws: ``QueueError/unsafeExport(id:field:)`` when a field has a line break or a NUL.
    func checkLines() throws(QueueError) {
        try check("directory", item.directory)
        try check("name", name ?? "")
        try check("referer", referer ?? "")
        try check("user agent", item.request.userAgent ?? "")
        try check("proxy", proxy ?? "")
        try check("netrc file", netrcPath ?? "")
        try check("cookie file", cookiesPath ?? "")
        for field in headers { try check("header \(field.name.prefix(40))", field.name + field.value) }
    }

    /// The item as a list of downloads describes it.
    var entry: DownloadEntry {
        DownloadEntry(
            url: url, directory: item.directory, name: name, referer: referer,
            digest: item.checksum.map { DownloadEntry.Digest(type: $0.algorithm.listName, digits: $0.digest) },
            byteCount: item.total.flatMap { Int(exactly: $0) }, headers: headers.map { "\($0.name): \($0.value)" },
            userAgent: item.request.userAgent, proxy: proxy, netrcPath: netrcPath, cookiesPath: cookiesPath)
    }

    func has(_ field: ExportField) -> Bool {
        switch field {
        case .directory: true
        case .name: item.name != nil
        case .checksum: item.checksum != nil
        case .referer: referer != nil
        case .headers: !headers.isEmpty
        case .userAgent: item.request.userAgent != nil
        case .proxy: proxy != nil
        case .netrcPath: netrcPath != nil
        case .cookiesPath: cookiesPath != nil
        }
    }

    /// A referer as it was written, or without the user name and the password in it; nil if they cannot be taken out.
    private static func plainReferer(_ referer: String) -> String? {
        guard let url = WebURL(referer), url.hasCredentials else { return referer }
        return url.isHTTP ? url.withoutCredentials().href : nil
    }

    private func check(_ field: String, _ value: String) throws(QueueError) {
        guard DownloadEntry.fitsLine(value) else {
            throw .unsafeExport(id: item.id, field: field.filter { !$0.isNewline && $0 != "\0" })
        }
    }
}
