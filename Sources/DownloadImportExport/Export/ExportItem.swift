import DownloadLists
import DownloadQueue
import HTTPSyntax
import WHATWGURL

/// A download to export, without its credentials unless they are requested.
struct ExportItem {
    let item: QueueItem
    /// The URL without its fragment, which is not sent to servers.
    let url: WebURL
    /// The file name, chosen by the user or by a worker, and made safe, because a row may contain any text.
    let name: String?
    let referer: String?
    let headers: [HTTPField]
    let proxy: String?
    let netrcPath: String?
    let cookiesPath: String?
    let omitsCredentials: Bool

    init(_ item: QueueItem, includesCredentials: Bool) {
        var item = item
        item.fileName = item.fileName.flatMap(FileName.chosen)
        self.item = item
        let whole = item.url.withoutFragment()
        url = includesCredentials ? whole : whole.withoutCredentials()
        name = item.fileName ?? item.name.flatMap(FileName.chosen)
        referer = includesCredentials ? item.referer : item.referer.flatMap(Self.plainReferer)
        headers = includesCredentials ? item.headers : item.headers.filter(\.isHarmless)
        let proxyURL = item.request.proxy.flatMap { WebURL($0) }
        // If a proxy URL cannot be parsed, it may contain a password anywhere.
        let isPlainProxy = proxyURL.map { !$0.hasCredentials } ?? false
        proxy = includesCredentials || isPlainProxy ? item.request.proxy : nil
        netrcPath = includesCredentials ? item.request.netrcPath : nil
        cookiesPath = includesCredentials ? item.request.cookiesPath : nil
        omitsCredentials =
            headers.count < item.headers.count || url != whole || referer != item.referer
            || proxy != item.request.proxy
            || netrcPath != item.request.netrcPath || cookiesPath != item.request.cookiesPath
    }

    /// Checks that the address is one that a queue accepts; other programs would read local files for some others.
    ///
    /// - Throws: ``QueueError/unsupportedAddress(id:)``.
    func checkAddress() throws(QueueError) {
        guard url.isHTTP else { throw .unsupportedAddress(id: item.id) }
    }

    /// Checks that no field would change the meaning of a line-based file.
    ///
    /// - Throws: ``QueueError/unsafeExport(id:field:)`` if a field contains a line break or a NUL.
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

    /// The download as an entry of a download list.
    var entry: DownloadEntry {
        DownloadEntry(
            url: url,
            file: DownloadEntry.File(
                directory: item.directory, name: name,
                digest: item.checksum.map { DownloadEntry.Digest(type: $0.algorithm.listName, digits: $0.digest) },
                byteCount: item.total.flatMap { Int(exactly: $0) }),
            request: DownloadEntry.Request(
                referer: referer, headers: headers.map { "\($0.name): \($0.value)" },
                userAgent: item.request.userAgent, proxy: proxy, netrcPath: netrcPath, cookiesPath: cookiesPath))
    }

    /// Returns true if the download has a value for a field.
    func hasValue(for field: ExportField) -> Bool {
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

    /// Returns a referer without user name and password; nil if they cannot be removed.
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
