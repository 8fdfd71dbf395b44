/// Why an id names no snapshot.
package enum SnapshotArchiveError: Error, Hashable, CustomStringConvertible {
    /// No snapshot has this id or an id that begins so.
    case notFound(String)
    /// Several ids begin so; how many.
    case ambiguous(String, count: Int)

    /// What failed and why, on one line.
    package var description: String {
        switch self {
        case .notFound("@"): "snapshot @: there is none yet"
        case .notFound(let id): "snapshot \(quoted(id)): no such id"
        case .ambiguous(let id, let count):
            "snapshot \(quoted(id)): \(count) ids begin like this; give more characters"
        }
    }

    /// The id with control characters escaped and a bounded length, fit for a terminal.
    private func quoted(_ id: String) -> String {
        let escaped = id.unicodeScalars.prefix(40).map {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : String($0)
        }
        return escaped.joined() + (id.unicodeScalars.count > 40 ? "…" : "")
    }
}
