import FoundationEssentials
import GRDB
import PageCopies
import Snapshots

/// A search in the fields of places and in their copies.
///
/// A place is found if all words match its own fields, or if all match its copy. Both indexes return positions newest
/// first; the two lists are merged up to the requested number of places.
struct CopySearch {
    /// The number of matching copies that are read at once.
    private static let batchLength = 256
    private static let maximumBatchLength = 8_192
    /// The number of places, newest first, that have an excerpt; each takes about as long as opening the copy.
    private static let maximumExcerptCount = 100

    let database: LeftoffDatabase
    let query: CopyQuery

    /// Creates the search of a listing; nil if no copy can match its query.
    init?(_ listing: SnapshotListing, _ database: LeftoffDatabase) throws {
        guard let text = listing.query, try database.copyIndex.exists(), let query = try CopyQuery(text) else {
            return nil
        }
        self.database = database
        self.query = query
    }

    /// Returns the positions of the places of a listing whose copies match, newest first.
    ///
    /// Must not be called in a transaction of the database: the update of the index reads the database.
    ///
    /// - Parameters:
    ///   - listing: The filters. Its limit and offset, both below 2^32, count the places that the merged list needs at
    ///     most.
    ///   - now: The current time, in milliseconds since 1970; expired places do not match.
    /// - Returns: Positions in descending order; empty if there is no index.
    /// - Throws: `DatabaseError`, or ``StoreError`` if the index cannot be examined.
    func positions(_ listing: SnapshotListing, now: Int64) throws -> [Int64] {
        let needed = listing.limit.map { $0 + listing.offset } ?? .max
        var found: [Int64] = []
        var last = listing.before
        // Filters that few places meet need many positions.
        var length = Self.batchLength
        while found.count < needed {
            let (before, limit) = (last, length)
            guard
                let batch = try database.copyIndex.read({ try query.positions(before: before, limit: limit, $0) }),
                !batch.isEmpty
            else { break }
            found += try database.read { try filtered(batch, listing, now: now, $0) }
            last = batch.last
            if batch.count < length { break }
            length = min(2 * length, Self.maximumBatchLength)
        }
        return Array(found.prefix(needed))
    }

    /// Returns those positions whose places exist, have a text copy and meet the other filters of a listing.
    private func filtered(
        _ positions: [Int64], _ listing: SnapshotListing, now: Int64, _ connection: Database
    ) throws -> [Int64] {
        var filters = listing
        filters.query = nil
        filters.before = nil
        filters.limit = nil
        filters.offset = 0
        let query = SnapshotQuery(filters, positions: positions, now: now, hasText: true)
        return try Row.fetchAll(connection, sql: query.sql, arguments: query.arguments).compactMap { $0.value(0) }
    }

    /// Returns the text copies from which the excerpts of places are made.
    ///
    /// - Parameters:
    ///   - places: Found places.
    ///   - matches: The positions of those whose copies match.
    ///   - connection: A connection in a transaction.
    /// - Returns: The copies by the ids of their places, those of the newest places.
    /// - Throws: `DatabaseError`.
    func texts(
        of places: [StoredSnapshot], matches: Set<Int64>, _ connection: Database
    ) throws -> [String: StoredCopy] {
        var texts: [String: StoredCopy] = [:]
        for place in places.lazy.filter({ matches.contains($0.position) }).prefix(Self.maximumExcerptCount) {
            texts[place.id] = try CopyTable.copies(of: place.id, connection).first { $0.kind == .text }
        }
        return texts
    }

    /// Adds the excerpts to places whose copies match.
    ///
    /// Must not be called in a transaction, because it reads the files of the copies.
    ///
    /// - Parameters:
    ///   - places: Found places.
    ///   - texts: The copies by the ids of their places.
    /// - Throws: `DatabaseError`.
    func addExcerpts(to places: inout [StoredSnapshot], from texts: [String: StoredCopy]) throws {
        guard !texts.isEmpty else { return }
        let builder = ExcerptBuilder(query: query)
        for index in places.indices {
            guard let text = texts[places[index].id],
                let content = try? database.copyFiles.content(digest: text.digest, byteCount: text.byteCount)
            else { continue }
            places[index].excerpt = builder.excerpt(content: content)
        }
    }
}
