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

    /// The properties of the format.
    private var descriptor: QueueExportDescriptor {
        switch self {
        case .aria2: .aria2
        case .wget, .ytDLP, .lines: .addresses
        case .curl: .curl
        case .metalink: .metalink
        case .json: .json
        }
    }

    /// Writes downloads in this format.
    ///
    /// - Parameters:
    ///   - items: Downloads in the order in which they are to be written.
    ///   - includesCredentials: True to write user names, passwords, and header fields that may be secret
    ///     (``HTTPField/isHarmless``).
    /// - Returns: The text, and messages about what it does not contain. A download whose address is not http or https
    ///   is left out, and so is one with a line break or a NUL in a field, if the format consists of lines.
    /// - Throws: `EncodingError` if JSON cannot be written.
    package func export(_ items: [QueueItem], includesCredentials: Bool = false) throws -> QueueExport {
        let exported = items.map { ExportItem($0, includesCredentials: includesCredentials) }
        let problems = exported.compactMap(descriptor.problem)
        let safe = problems.isEmpty ? exported : exported.filter { descriptor.problem(with: $0) == nil }
        return QueueExport(
            text: try descriptor.text(of: safe), notes: notes(safe), problems: problems.map(\.description))
    }

    private func notes(_ items: [ExportItem]) -> [String] {
        var notes: [String] = []
        for field in ExportField.allCases where !descriptor.fields.contains(field) {
            let count = items.count { $0.hasValue(for: field) }
            guard count > 0 else { continue }
            notes.append("\(rawValue) cannot represent the \(field.rawValue) of \(Self.counted(count))")
        }
        let secret = items.count { $0.omitsCredentials }
        if secret > 0 { notes.append("credentials of \(Self.counted(secret)) were left out") }
        return notes
    }

    private static func counted(_ count: Int) -> String { count == 1 ? "1 download" : "\(count) downloads" }
}
