import DownloadLists
package import DownloadQueue
import WHATWGURL

/// A format in which the queue can be exported.
package enum QueueExportFormat: String, Sendable, CaseIterable {
    /// An input file for `aria2c -i`.
    case aria2
    /// A list of URLs for `wget -i`.
    case wget
    /// A configuration file for `curl -K`.
    case curl
    /// A list of URLs for `yt-dlp -a`.
    case ytDLP = "yt-dlp"
    /// Metalink 4 (RFC 5854).
    case metalink
    /// One URL per line.
    case lines
    /// The queue's own JSON, which another queue can import without loss.
    case json

    /// Writes downloads in this format.
    ///
    /// - Parameters:
    ///   - items: Downloads in the order in which they are to be written.
    ///   - includesCredentials: True to write user names, passwords, and header fields such as Authorization and
    ///     Cookie.
    /// - Returns: The text, and messages about what it does not contain.
    /// - Throws: ``QueueError/unsafeExport(id:field:)`` if a field contains a line break or a NUL, which would change
    ///   the meaning of the file.
    package func export(_ items: [QueueItem], includesCredentials: Bool = false) throws(QueueError) -> QueueExport {
        let exported = items.map { ExportItem($0, includesCredentials: includesCredentials) }
        // JSON can escape every character.
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

    /// The properties that the format can represent, besides the URL.
    private var carried: Set<ExportField> {
        switch self {
        case .aria2: [.directory, .name, .checksum, .referer, .headers, .userAgent, .proxy]
        case .curl: [.directory, .name, .referer, .headers, .userAgent, .proxy, .netrcPath, .cookiesPath]
        case .metalink: [.name, .checksum]
        case .wget, .ytDLP, .lines: []
        case .json: Set(ExportField.allCases)
        }
    }

    /// The assignment of file names that the format needs.
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
            guard count > 0 else { continue }
            notes.append("\(rawValue) cannot represent the \(field.rawValue) of \(Self.counted(count))")
        }
        let secret = items.count { $0.hasLeftOutCredentials }
        if secret > 0 { notes.append("credentials of \(Self.counted(secret)) were left out") }
        return notes
    }

    private static func counted(_ count: Int) -> String { count == 1 ? "1 download" : "\(count) downloads" }
}
