/// The reason why an id does not identify a snapshot.
package enum SnapshotArchiveError: Error, Hashable, CustomStringConvertible {
    /// No snapshot has this id, or an id with this prefix.
    case notFound(String)
    /// Several ids begin with this prefix; `count` is their number.
    case ambiguous(String, count: Int)

    /// The error on one line.
    package var description: String {
        switch self {
        case .notFound("@"): "snapshot @: no snapshot is stored yet"
        case .notFound(let id): "snapshot \(quoted(id)): no snapshot has this id"
        case .ambiguous(let id, let count):
            "snapshot \(quoted(id)): \(count) ids begin with these characters; enter more of them"
        }
    }

    /// Returns the id with control characters replaced and its length limited, for output on a terminal.
    private func quoted(_ id: String) -> String {
        let escaped = id.unicodeScalars.prefix(40).map {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : String($0)
        }
        return escaped.joined() + (id.unicodeScalars.count > 40 ? "…" : "")
    }
}
