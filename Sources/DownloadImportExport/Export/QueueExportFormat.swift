import DownloadLists
package import DownloadQueue
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
    ///     written.
    /// - Returns: The text, and what could not be said in it.
    /// - Throws: ``QueueError/unsafeExport(id:field:)`` for a field with a line break or a NUL, which would be read as
    ///   something else.
    package func export(_ items: [QueueItem], includesCredentials: Bool = false) throws(QueueError) -> QueueExport {
        let exported = items.map { ExportItem($0, includesCredentials: includesCredentials) }
        // JSON has an escape for everything.
        if self != .json { for item in exported { try item.checkLines() } }
        let entries = names.applied(to: exported.map(\.entry))
        let text =
            switch self {
            case .aria2: Aria2List().text(of: entries)
            case .wget, .ytDLP, .lines: AddressList().text(of: entries)
            case .curl: CurlConfiguration().text(of: entries)
            case .metalink: MetalinkDocument().text(of: entries)
            case .json: JSONExport.text(exported)
            }
        return QueueExport(text: text, notes: notes(exported))
    }

    /// The fields that the format can carry, beside the address.
    private var carried: Set<ExportField> {
        switch self {
        case .aria2: [.directory, .name, .checksum, .referer, .headers, .userAgent, .proxy]
        case .curl: [.directory, .name, .referer, .headers, .userAgent, .proxy, .netrcPath, .cookiesPath]
        case .metalink: [.name, .checksum]
        case .wget, .ytDLP, .lines: []
        case .json: Set(ExportField.allCases)
        }
    }

    /// How its files get names.
    private var names: ExportNames {
        switch self {
        case .aria2: .aria2
        case .curl: ExportNames(naming: .always, hasDirectories: true)
        case .metalink: ExportNames(naming: .always, hasDirectories: false)
        case .wget, .ytDLP, .lines, .json: ExportNames(naming: .never, hasDirectories: false)
        }
    }

    private func notes(_ items: [ExportItem]) -> [String] {
        var notes: [String] = []
        for field in ExportField.allCases where !carried.contains(field) {
            let count = items.count { $0.has(field) }
            if count > 0 { notes.append("\(rawValue) cannot carry the \(field.rawValue) of \(Self.counted(count))") }
        }
        let secret = items.count { $0.hasLeftOutCredentials }
        if secret > 0 { notes.append("credentials of \(Self.counted(secret)) were left out") }
        return notes
    }

    private static func counted(_ count: Int) -> String { count == 1 ? "1 download" : "\(count) downloads" }
}
