import WHATWGURL

/// The formats in which the queue can be handed to other programs.
package enum QueueExportFormat: String, Sendable, CaseIterable {
    /// For `aria2c -i`.
    case aria2
    /// For `wget -i`.
    case wget
    /// For `curl -K`.
    case curl
    /// For `yt-dlp -a`.
    case ytDLP = "yt-dlp"
    /// Metalink 4 (RFC 5854).
    case metalink
    /// One address a line.
    case lines
    /// The queue's own JSON.
    case json

    /// Writes items in this format.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - includesCredentials: Whether user names, passwords and header fields such as Authorization and Cookie are
    ///     written. The queue's own JSON never has header fields.
    /// - Returns: The text, and what could not be said in it.
    /// - Throws: ``QueueError/unsafeExport(id:field:)`` for a field with a line break or a NUL, which would be read as
    ///   something else.
    package func export(_ items: [QueueItem], includesCredentials: Bool = false) throws(QueueError) -> QueueExport {
        var exported: [ExportItem] = []
        for item in items { exported.append(try ExportItem(item, includesCredentials: includesCredentials)) }
        let text =
            switch self {
            case .aria2: Aria2Export.text(exported)
            case .wget, .ytDLP, .lines: exported.map { $0.url.href + "\n" }.joined()
            case .curl: CurlExport.text(exported)
            case .metalink: MetalinkExport.text(exported)
            case .json: JSONExport.text(items, urls: exported.map(\.url))
            }
        return QueueExport(text: text, notes: notes(exported))
    }

    /// The fields that the format can carry, beside the address.
    private var carried: Set<ExportField> {
        switch self {
        case .aria2: [.directory, .name, .checksum, .referer, .headers]
        case .curl: [.directory, .name, .referer, .headers]
        case .metalink: [.name, .checksum]
        case .wget, .ytDLP, .lines: []
        // Files and directories are in its path once they are known.
        case .json: [.directory, .name]
        }
    }

    private func notes(_ items: [ExportItem]) -> [String] {
        var notes: [String] = []
        for field in ExportField.allCases where field != .directory && !carried.contains(field) {
            let count = items.count { $0.has(field) }
            if count > 0 { notes.append("\(rawValue) cannot carry the \(field.rawValue) of \(count) item(s)") }
        }
        let secret = items.count { $0.hasLeftOutCredentials }
        if secret > 0 { notes.append("credentials of \(secret) item(s) were left out") }
        return notes
    }
}
