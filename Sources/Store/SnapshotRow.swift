import FoundationEssentials
import GRDB
import Snapshots
import WHATWGURL

/// A row of the table `snapshots`.
struct SnapshotRow {
    let id: String
    let snapshot: PageSnapshot
    /// Milliseconds since 1970.
    let storedAt: Int64

    /// Makes a row.
    init(id: String, snapshot: PageSnapshot, storedAt: Date) {
        self.id = id
        self.snapshot = snapshot
        self.storedAt = Self.milliseconds(storedAt)
    }

    /// When the snapshot was stored, as it will be read.
    var storedAtDate: Date { Self.date(milliseconds: storedAt) }

    /// Inserts the row.
    func insert(_ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO snapshots (id, page_key, url, title, address, quotes, captured_at, stored_at, json)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, snapshot.pageKey, snapshot.url.href, Self.text(snapshot.title ?? ""), address,
                Self.text(snapshot.quotes.joined(separator: "\n")), snapshot.capturedAt.map(Self.milliseconds),
                storedAt,
                String(decoding: snapshot.encoded(), as: UTF8.self),
            ])
    }

    /// The address as people read it: percent-decoded where that gives text.
    private var address: String {
        let href = snapshot.url.href
        return Self.text(String(validating: PercentEncoding.decode(href), as: UTF8.self) ?? href)
    }

    /// A null character would end the text for SQLite.
    private static func text(_ text: String) -> String { text.replacing("\0", with: " ") }

    static func date(milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// A clock gone mad must not stop the process: times out of range are moved to the nearest.
    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? (date.timeIntervalSince1970 > 0 ? .max : 0)
    }
}
