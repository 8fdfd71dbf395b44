import FoundationEssentials
import GRDB
import ImportExport
import Places
import Syntax
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
    /// The page; see `PageSnapshot.pageKey`.
    let pageKey: String
    /// The quotes, one per line.
    let quotes: String
    /// The snapshot as JSON, as it was read from a file that is imported; nil for other rows.
    private var encodedJSON: String?
    /// Milliseconds since 1970.
    private let storedAt: Int64
    var metadata = SnapshotMetadata()
    var version = 0
    var origin = SnapshotOrigin.click
    /// Milliseconds since 1970.
    var expiresAt: Int64?

    /// Creates a row.
    init(id: String, snapshot: PageSnapshot, storedAt: Date) {
        self.init(id: id, snapshot: snapshot, pageKey: snapshot.pageKey, storedAt: storedAt)
    }

    /// Creates the row of a place that is imported.
    init(id: String, imported place: ImportedPlace, storedAt: Date) {
        self.init(id: id, snapshot: place.snapshot, pageKey: place.pageKey, storedAt: storedAt)
        encodedJSON = place.json
        metadata = place.metadata
        origin = .imported
    }

    private init(id: String, snapshot: PageSnapshot, pageKey: String, storedAt: Date) {
        self.id = id
        self.snapshot = snapshot
        self.pageKey = pageKey
        quotes = Self.text(snapshot.quotes.joined(separator: "\n"))
        self.storedAt = Self.milliseconds(storedAt)
    }

    /// Creates the row of a stored snapshot.
    ///
    /// - Parameters:
    ///   - stored: The snapshot as it was read.
    ///   - storedAt: Another time of storing; nil for that of the snapshot.
    init(_ stored: StoredSnapshot, storedAt: Date? = nil) {
        self.init(id: stored.id, snapshot: stored.snapshot, storedAt: storedAt ?? stored.storedAt)
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
        let values = self.values
        try database.cachedStatement(sql: Self.insertion(count: 1)).execute(arguments: values.arguments(position))
        try Self.expectCount(1, database)
        let position = database.lastInsertedRowID
        try Self.insertTags(metadata.tags, position: position, database)
        try Self.insertBigrams(values.pairs, position: position, database)
        let stored = stored(position: position)
        try PageTable.insert(stored, key: pageKey, site: values.site, database)
        return stored
    }

    /// A new place with everything that is stored of it, but its position and the number of its page.
    ///
    /// It is made without the store, so that all cores can make many of them.
    struct Prepared: Sendable {
        let row: SnapshotRow
        let kind: ImportedPlace.Kind
        /// The page mark that the page gets if the reader has not decided otherwise; nil for none.
        let mark: PageMark?
        fileprivate let values: Values
        fileprivate let arguments: StatementArguments
        /// The row of ``PageTable`` of the place.
        let summary: PageTable.PlaceValues

        /// Prepares an imported place, which gets a random id.
        init(_ place: ImportedPlace, storedAt: Date) {
            row = SnapshotRow(id: RecordID.random(), imported: place, storedAt: storedAt)
            (kind, mark, values) = (place.kind, place.mark, row.values)
            // The position is only known when the row is inserted.
            arguments = values.arguments(nil)
            summary = PageTable.PlaceValues(row.stored(position: 0))
            visit = PageTable.Visit(
                key: row.pageKey, site: values.site, mark: mark,
                time: row.snapshot.capturedAt.map(SnapshotRow.milliseconds))
        }

        /// The page of the place.
        let visit: PageTable.Visit
    }

    /// Inserts rows without those of their pages, in few statements.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one; they get consecutive positions.
    ///   - database: A connection in a write transaction, which must be rolled back if the function throws.
    /// - Returns: The position of the first row.
    /// - Throws: `DatabaseError`.
    static func insert(_ rows: [Prepared], _ database: Database) throws -> Int64 {
        // With FAIL, SQLite copies no pages to undo a part of the statement: the transaction is rolled back anyway.
        try database.cachedStatement(sql: insertion(count: rows.count, orFail: true)).execute(
            arguments: rows.reduce(into: StatementArguments()) { $0 += $1.arguments })
        try expectCount(rows.count, database)
        let first = database.lastInsertedRowID - Int64(rows.count - 1)
        // A damaged store may contain rows of a position that has no snapshot.
        for table in ["snapshot_tag", "snapshot_pair", "page_place"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE seq BETWEEN ? AND ?").execute(
                arguments: [first, first + Int64(rows.count - 1)])
        }
        var tags: [StatementArguments] = []
        for (offset, prepared) in rows.enumerated() {
            let position = first + Int64(offset)
            tags += prepared.row.metadata.tags.map { [$0.lowercased(), position, $0] }
            try insertBigrams(prepared.values.pairs, position: position, isNew: true, database)
        }
        try insertTags(tags, database)
        return first
    }

    /// The stored snapshot as a later read returns it.
    func stored(position: Int64) -> StoredSnapshot {
        StoredSnapshot(
            id: id, snapshot: snapshot, storedAt: Self.date(milliseconds: storedAt), position: position,
            metadata: metadata, version: version, origin: origin, expiresAt: expiresAt.map(Self.date))
    }

    /// The host of the page; see `PageSnapshot.site`.
    var site: String { snapshot.site }

    /// The values of an inserted row.
    fileprivate struct Values: Sendable {
        let row: SnapshotRow
        let (title, address, site): (String, String, String)
        let tags: String
        /// The tokens of ``BigramTokenizer`` in all texts.
        let pairs: String

        /// Creates the values of a row.
        init(_ row: SnapshotRow) {
            self.row = row
            title = SnapshotRow.text(row.snapshot.title ?? "")
            (address, site) = (SnapshotRow.address(of: row.snapshot.url), row.site)
            tags = SnapshotRow.text(row.metadata.tags)
            pairs = BigramTokenizer.tokens(of: [title, address, row.quotes, tags, row.metadata.note])
        }

        /// Returns the arguments of ``SnapshotRow/insertion(count:orFail:)``.
        func arguments(_ position: Int64?) -> StatementArguments {
            let snapshot = row.snapshot
            return [
                position, row.id, row.pageKey, snapshot.url.href, title, address, row.quotes,
                snapshot.capturedAt.map(SnapshotRow.milliseconds), row.storedAt, site, tags, row.metadata.note,
                row.version, row.json, row.origin.rawValue, row.expiresAt,
            ]
        }
    }

    private var values: Values { Values(self) }

    /// Returns the SQL that inserts a number of rows.
    private static func insertion(count: Int, orFail: Bool = false) -> String {
        let row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        return """
            INSERT\(orFail ? " OR FAIL" : "") INTO snapshots
                (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, site, tags, note,
                version, json, origin, expires_at)
            VALUES \(SQLText.list(of: row, count: count))
            """
    }

    private static func expectCount(_ count: Int, _ database: Database) throws {
        guard database.changesCount == count else {
            // A constraint of another program can leave a row out without an error.
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a new row was not stored")
        }
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
        guard let json = row.json(1) else { throw damaged("its JSON is missing") }
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
        try PageTable.keep(position: position, database)
    }

    /// Writes new metadata.
    static func update(_ metadata: SnapshotMetadata, position: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE snapshots SET tags = ?, note = ?, version = \(nextVersion) WHERE seq = ?",
            arguments: [text(metadata.tags), metadata.note, position])
        try database.execute(sql: "DELETE FROM snapshot_tag WHERE seq = ?", arguments: [position])
        try insertTags(metadata.tags, position: position, database)
        try updateBigrams(position: position, database)
    }

    /// Writes the title of a place.
    static func update(title: String, of place: StoredSnapshot, _ database: Database) throws {
        var members = place.snapshot.json.object ?? [:]
        members["title"] = .string(title)
        let json = String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
        try database.execute(
            sql: "UPDATE snapshots SET title = ?, json = ?, version = \(nextVersion) WHERE seq = ?",
            arguments: [text(title), json, place.position])
        try updateBigrams(position: place.position, database)
    }

    private static func updateBigrams(position: Int64, _ database: Database) throws {
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
        let texts = (0..<row.count).map { row.value($0) ?? "" }
        try insertBigrams(BigramTokenizer.tokens(of: texts), position: position, database)
    }

    private static func insertBigrams(
        _ pairs: String, position: Int64, isNew: Bool = false, _ database: Database
    ) throws {
        guard !pairs.isEmpty else { return }
        // A damaged store may contain rows of a position that has no snapshot.
        if !isNew {
            try database.cachedStatement(sql: "DELETE FROM snapshot_pair WHERE seq = ?").execute(arguments: [position])
        }
        try database.cachedStatement(sql: "INSERT INTO snapshot_pair (seq, pairs) VALUES (?, ?)")
            .execute(arguments: [position, pairs])
    }

    private static func insertTags(_ tags: [String], position: Int64, _ database: Database) throws {
        guard !tags.isEmpty else { return }
        try database.cachedStatement(sql: "DELETE FROM snapshot_tag WHERE seq = ?").execute(arguments: [position])
        try insertTags(tags.map { [$0.lowercased(), position, $0] }, database)
    }

    /// Inserts rows of `snapshot_tag`, many of them in one statement.
    private static func insertTags(_ tags: [StatementArguments], _ database: Database) throws {
        var rest = tags[...]
        while !rest.isEmpty {
            // Statements of two lengths only, because each is kept.
            let length = rest.count >= tagBatchLength ? tagBatchLength : 1
            let rows = SQLText.list(of: "(?, ?, ?)", count: length)
            try database.cachedStatement(sql: "INSERT INTO snapshot_tag (tag, seq, name) VALUES \(rows)").execute(
                arguments: rest.prefix(length).reduce(into: StatementArguments()) { $0 += $1 })
            rest = rest.dropFirst(length)
        }
    }

    /// The number of tags in one statement.
    ///
    /// A statement for each tag takes three times as long.
    private static let tagBatchLength = 50

    /// The snapshot as JSON; that of equal snapshots is equal.
    private var json: String { encodedJSON ?? String(decoding: snapshot.encoded(), as: UTF8.self) }

    /// Returns a URL in the readable form that is searched: percent-decoded if the result is valid UTF-8.
    static func address(of url: WebURL) -> String {
        text(String(validating: PercentEncoding.decode(url.href), as: UTF8.self) ?? url.href)
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
    static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Converts a time to milliseconds; a time out of range becomes the nearest one, because a wrong clock must not
    /// crash the process.
    static func milliseconds(_ date: Date) -> Int64 {
        Int64(clamping: date.timeIntervalSince1970 * 1000, to: times)
    }
}
