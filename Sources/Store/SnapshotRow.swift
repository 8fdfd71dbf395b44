import FoundationEssentials
import GRDB
import Numbers
import Snapshots
import WHATWGURL

/// A row of the table `snapshots`.
struct SnapshotRow {
    /// The columns that are read, in their order.
    static let columns = "id, json, stored_at, seq, tags, note, version, origin, expires_at"
    /// The condition that a snapshot has expired; its argument is the current time.
    ///
    /// Only automatic places expire, whatever else a damaged row says.
    static let hasExpired = "(expires_at <= ? AND origin = 'automatic')"
    /// The condition that a snapshot has not expired; its argument is the current time.
    static let isLive = "(expires_at IS NULL OR expires_at > ? OR origin <> 'automatic')"

    let id: String
    let snapshot: PageSnapshot
    /// Milliseconds since 1970.
    let storedAt: Int64
    var metadata = SnapshotMetadata()
    var version = 0
    var origin = SnapshotOrigin.click
    /// Milliseconds since 1970.
    var expiresAt: Int64?

    /// Creates a row.
    init(id: String, snapshot: PageSnapshot, storedAt: Date) {
        self.id = id
        self.snapshot = snapshot
        self.storedAt = Self.milliseconds(storedAt)
    }

    /// Creates the row of a stored snapshot.
    init(_ stored: StoredSnapshot) {
        self.init(id: stored.id, snapshot: stored.snapshot, storedAt: stored.storedAt)
        metadata = stored.metadata
        version = stored.version
        origin = stored.origin
        expiresAt = stored.expiresAt.map(Self.milliseconds)
    }

    /// Inserts the row.
    ///
    /// - Parameters:
    ///   - database: A connection in a write transaction.
    ///   - position: The position in the order of storing; nil appends the row.
    /// - Returns: The snapshot as a later read returns it.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func insert(_ database: Database, position: Int64? = nil) throws -> StoredSnapshot {
        let title = Self.text(snapshot.title ?? "")
        let (address, quotes) = (address, quotes)
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO snapshots
                    (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, site, tags, note,
                    version, json, origin, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(
            arguments: [
                position, id, snapshot.pageKey, snapshot.url.href, title, address,
                quotes, snapshot.capturedAt.map(Self.milliseconds),
                storedAt, snapshot.site, Self.text(metadata.tags), metadata.note, version,
                json, origin.rawValue, expiresAt,
            ])
        guard database.changesCount == 1 else {
            // A constraint of another program can leave a row out without an error.
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a new row was not stored")
        }
        let position = database.lastInsertedRowID
        try Self.insertTags(metadata.tags, position: position, database)
        try Self.insertBigrams(
            of: [title, address, quotes, Self.text(metadata.tags), metadata.note], position: position, database)
        return StoredSnapshot(
            id: id, snapshot: snapshot, storedAt: Self.date(milliseconds: storedAt), position: position,
            metadata: metadata, version: version, origin: origin, expiresAt: expiresAt.map(Self.date))
    }

    /// Converts a row.
    ///
    /// - Parameter row: The values of ``columns``.
    /// - Returns: The snapshot, whose numbers are moved into their ranges.
    /// - Throws: `UnreadableRecord`.
    static func stored(_ row: Row) throws(UnreadableRecord) -> StoredSnapshot {
        let (id, position): (String?, Int64) = (row.id(0), row.value(3) ?? 0)
        func damaged(_ reason: String) -> UnreadableRecord {
            UnreadableRecord(.snapshot, id: id ?? RecordLookup.name(ofPosition: position), reason: reason)
        }
        guard let id else { throw damaged("its id is malformed") }
        guard let json: String = row.value(1) else { throw damaged("its JSON is missing") }
        let origin = (row.value(7) as String?).flatMap(SnapshotOrigin.init) ?? .click
        do throws(SnapshotError) {
            return StoredSnapshot(
                id: id, snapshot: try PageSnapshot(stored: json), storedAt: date(milliseconds: row.value(2) ?? 0),
                position: position, metadata: try metadata(row), version: version(row), origin: origin,
                expiresAt: origin == .automatic ? (row.value(8) as Int64?).map(date) : nil)
        } catch {
            throw damaged(error.reason)
        }
    }

    /// Returns the tags and the note of a row with ``columns``.
    static func metadata(_ row: Row) throws(SnapshotError) -> SnapshotMetadata {
        let (tags, note): (String, String) = (row.value(4) ?? "", row.value(5) ?? "")
        return try SnapshotMetadata(tags: tags.split(separator: "\n").map(String.init), note: note)
    }

    /// Returns the version in a row with ``columns``, which can still be increased.
    static func version(_ row: Row) -> Int { (row.value(6) ?? 0).clamped(to: 0...maximumVersion) }

    /// The maximum version that is read; changes beyond it keep it.
    private static let maximumVersion = Int(Int32.max)

    /// The version after a change, in SQL, where a sum beyond 64 bits would fail.
    private static let nextVersion = "max(0, min(version, \(maximumVersion))) + 1"

    /// Makes an automatic place one that the reader wants to keep.
    static func keep(position: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE snapshots SET origin = 'click', expires_at = NULL, version = \(nextVersion) WHERE seq = ?
                """,
            arguments: [position])
    }

    /// Writes new metadata.
    static func update(_ metadata: SnapshotMetadata, position: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE snapshots SET tags = ?, note = ?, version = \(nextVersion) WHERE seq = ?",
            arguments: [text(metadata.tags), metadata.note, position])
        try database.execute(sql: "DELETE FROM snapshot_tag WHERE seq = ?", arguments: [position])
        try insertTags(metadata.tags, position: position, database)
        try database.execute(sql: "DELETE FROM snapshot_pair WHERE seq = ?", arguments: [position])
        try insertBigrams(position: position, database)
    }

    /// Indexes the texts of a stored snapshot for the search in scripts without spaces; see ``BigramTokenizer``.
    ///
    /// - Parameters:
    ///   - position: The position of the snapshot, which must not be indexed yet.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func insertBigrams(position: Int64, _ database: Database) throws {
        let row = try Row.fetchOne(
            database, sql: "SELECT title, address, quotes, tags, note FROM snapshots WHERE seq = ?",
            arguments: [position])
        guard let row else { return }
        try insertBigrams(of: (0..<row.count).map { row.value($0) ?? "" }, position: position, database)
    }

    private static func insertBigrams(of texts: [String], position: Int64, _ database: Database) throws {
        let pairs = BigramTokenizer.tokens(of: texts)
        guard !pairs.isEmpty else { return }
        // A damaged store may contain rows of a position that has no snapshot.
        try database.cachedStatement(sql: "DELETE FROM snapshot_pair WHERE seq = ?").execute(arguments: [position])
        try database.cachedStatement(sql: "INSERT INTO snapshot_pair (seq, pairs) VALUES (?, ?)")
            .execute(arguments: [position, pairs])
    }

    private static func insertTags(_ tags: [String], position: Int64, _ database: Database) throws {
        guard !tags.isEmpty else { return }
        try database.cachedStatement(sql: "DELETE FROM snapshot_tag WHERE seq = ?").execute(arguments: [position])
        for tag in tags {
            try database.execute(
                sql: "INSERT INTO snapshot_tag (tag, seq, name) VALUES (?, ?, ?)",
                arguments: [tag.lowercased(), position, tag])
        }
    }

    /// The snapshot as JSON; that of equal snapshots is equal.
    private var json: String { String(decoding: snapshot.encoded(), as: UTF8.self) }

    /// The quotes, one per line.
    var quotes: String { Self.text(snapshot.quotes.joined(separator: "\n")) }

    /// The URL in readable form: percent-decoded if the result is valid UTF-8.
    private var address: String {
        let href = snapshot.url.href
        return Self.text(String(validating: PercentEncoding.decode(href), as: UTF8.self) ?? href)
    }

    /// Joins tags as lines; tags contain no line breaks.
    private static func text(_ tags: [String]) -> String { tags.joined(separator: "\n") }

    /// Replaces null characters, which would end the text for SQLite.
    static func text(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: " ") : text
    }

    /// Returns a stored time; one out of range becomes the nearest one, because a row may come from another program.
    static func date(milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds.clamped(to: times)) / 1000)
    }

    /// The years 0 to 9999 in milliseconds since 1970, which RFC 3339 can express.
    private static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Converts a time to milliseconds; a time out of range becomes the nearest one, because a wrong clock must not
    /// crash the process.
    static func milliseconds(_ date: Date) -> Int64 {
        Int64(clamping: date.timeIntervalSince1970 * 1000, to: times)
    }
}
