import Snapshots
import TextDirectives
import Timestamps
import WHATWGURL

/// An entry of `leftoff list`.
struct PlaceSummary: Encodable {
    var id: String
    var storedAt: String
    var capturedAt: String?
    var url: String
    var title: String?
    var quote: String?
    var progress: Double?

    /// Creates the entry of a stored place.
    init(_ place: StoredSnapshot) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        capturedAt = place.snapshot.capturedAt.map { RFC3339.string($0) }
        url = place.snapshot.url.href
        title = place.snapshot.title
        quote = place.snapshot.primaryAnchor?.quote?.exact
        progress = place.snapshot.progress
    }

    /// The cells of the table: id, time at which the place was stored, progress, title, address.
    var row: [String] {
        [
            id, String(storedAt.prefix(16)).replacing("T", with: " "),
            progress.map { "\(Int(($0 * 100).rounded())) %" } ?? "", title ?? quote ?? "", url,
        ]
    }
}
