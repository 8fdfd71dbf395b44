import Transfer
import WHATWGURL

/// An item that is safe to write into a file of lines: no field has a line break or a NUL.
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
    let headers: [HTTPField]
    let hasLeftOutCredentials: Bool

    init(_ item: QueueItem, includesCredentials: Bool) throws(QueueError) {
        self.item = item
        let whole = item.url.withoutFragment()
        var url = whole
        if !includesCredentials, !whole.username.isEmpty || !whole.password.isEmpty {
            url = WebURL("\(whole.scheme)://\(whole.host)\(whole.path)\(whole.query.map { "?" + $0 } ?? "")") ?? whole
        }
        self.url = url
        name = item.fileName ?? item.name.flatMap(FileName.safe)
        headers =
            includesCredentials
            ? item.headers : item.headers.filter { !Self.secretFields.contains($0.name.lowercased()) }
        hasLeftOutCredentials = headers.count < item.headers.count || url != whole
        try check("directory", item.directory)
        try check("name", name ?? "")
        try check("referer", item.referer ?? "")
        for field in headers { try check("header \(field.name.prefix(40))", field.name + field.value) }
    }

    /// The name that the file should get in any case.
    var anyName: String { name ?? FileName.choose(chosen: nil, disposition: nil, url: url) }

    func has(_ field: ExportField) -> Bool {
        switch field {
        case .directory: true
        case .name: item.name != nil
        case .checksum: item.checksum != nil
        case .referer: item.referer != nil
        case .headers: !headers.isEmpty
        }
    }

    private func check(_ field: String, _ value: String) throws(QueueError) {
        // Unicode's line separators too: some readers split lines at them.
        let breaks: Set<Unicode.Scalar> = ["\0", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
        guard !value.unicodeScalars.contains(where: breaks.contains) else {
            throw .unsafeExport(id: item.id, field: field.filter { !$0.isNewline && $0 != "\0" })
        }
    }
}
