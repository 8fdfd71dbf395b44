import FoundationEssentials
import GRDB
import Places
import Syntax

/// A place or a page that a change is applied to.
enum ShelfSubject {
    /// A place by its position. Of a whole page, only the shown place gets tags and a note.
    case place(position: Int64, isShown: Bool)
    /// A page by its key.
    case page(String)
}

/// A change whose values are valid.
enum PreparedChange {
    case tags(add: [String], remove: Set<String>)
    case note(String)
    case mark(PageMark)
    case forget

    /// Checks and cleans the values of a change.
    ///
    /// - Throws: `SnapshotError` for invalid tags or a note that is too long.
    init(_ change: ShelfChange) throws(SnapshotError) {
        switch change {
        case .tags(let add, let remove):
            let added = try SnapshotMetadata(tags: add, note: "").tags
            let removed = try SnapshotMetadata(tags: remove, note: "").tags
            let kept = Set(added.map { $0.lowercased() })
            self = .tags(add: added, remove: Set(removed.map { $0.lowercased() }).subtracting(kept))
        case .note(let text): self = .note(try SnapshotMetadata(tags: [], note: text).note)
        case .mark(let mark):
            // The store keeps milliseconds.
            let until = mark.until.map { SnapshotRow.date(milliseconds: SnapshotRow.milliseconds($0)) }
            self = .mark(PageMark(mark.state, until: until))
        case .forget: self = .forget
        }
    }
}

/// A change of the shelf in progress, which may take several transactions.
struct ShelfChangeRun {
    /// The result so far.
    private(set) var receipt: ShelfReceipt

    private let change: PreparedChange
    private let archive: SQLiteSnapshotArchive
    /// Milliseconds since 1970.
    private let now: Int64
    /// The stored change; nil until something changes.
    private var stored: ShelfChangeTable.Change?
    private var tally = OmissionTally()

    /// Creates a change that has changed nothing yet.
    ///
    /// - Parameters:
    ///   - change: The change of each place or page.
    ///   - archive: The archive of the places.
    ///   - now: The time of the change, in milliseconds since 1970.
    /// - Throws: `SnapshotError` for invalid values.
    init(_ change: ShelfChange, _ archive: SQLiteSnapshotArchive, at now: Int64) throws(SnapshotError) {
        self.change = try PreparedChange(change)
        self.archive = archive
        self.now = now
        receipt = ShelfReceipt(kind: change.kind)
    }

    /// Returns false if another process has undone the change, which is in progress.
    ///
    /// - Parameter connection: A connection in a transaction.
    /// - Returns: True if more can be added to the change.
    /// - Throws: `DatabaseError`.
    func canBeUndone(_ connection: Database) throws -> Bool {
        guard let stored else { return true }
        return try ShelfChangeTable.change(stored.id, connection) != nil
    }

    /// Changes places or pages; those that are gone count as unchanged.
    ///
    /// - Parameters:
    ///   - subjects: The places or pages.
    ///   - connection: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    mutating func apply(to subjects: some Sequence<ShelfSubject>, _ connection: Database) throws {
        for subject in subjects {
            switch (change, subject) {
            case (.tags(let add, let remove), .place(let position, let isShown)):
                try changeTags(of: position, add: isShown ? add : [], remove: remove, isShown: isShown, connection)
            case (.note(let text), .place(let position, _)): try setNote(text, of: position, connection)
            case (.forget, .place(let position, _)): try forget(position, connection)
            case (.mark(let mark), .page(let key)): try setMark(mark, of: key, connection)
            case (.mark, .place), (_, .page): receipt.unchanged += 1
            }
        }
        receipt.omissions = tally.lines
    }

    // MARK: Kinds of changes

    private mutating func changeTags(
        of position: Int64, add: [String], remove: Set<String>, isShown: Bool, _ connection: Database
    ) throws {
        guard let place = try MetadataRow.readable(position, archive, connection, &tally) else {
            return receipt.unchanged += isShown ? 1 : 0
        }
        let removed = place.metadata.tags.filter { remove.contains($0.lowercased()) }
        let kept = place.metadata.tags.filter { !remove.contains($0.lowercased()) }
        let known = Set(kept.map { $0.lowercased() })
        let added = add.filter { !known.contains($0.lowercased()) }
        guard !added.isEmpty || !removed.isEmpty else { return receipt.unchanged += isShown ? 1 : 0 }
        guard kept.count + added.count <= SnapshotMetadata.maximumTags,
            let metadata = try? SnapshotMetadata(tags: kept + added, note: place.metadata.note)
        else {
            return tally.fullCount += 1
        }
        try place.write(metadata, connection)
        try record(
            place.id,
            ["added": .array(added.map(JSONValue.string)), "removed": .array(removed.map(JSONValue.string))], connection
        )
    }

    private mutating func setNote(_ text: String, of position: Int64, _ connection: Database) throws {
        guard let place = try MetadataRow.readable(position, archive, connection, &tally),
            place.metadata.note != text,
            let metadata = try? SnapshotMetadata(tags: place.metadata.tags, note: text)
        else {
            return receipt.unchanged += 1
        }
        try place.write(metadata, connection)
        try record(place.id, ["note": .string(place.metadata.note)], connection)
    }

    private mutating func forget(_ position: Int64, _ connection: Database) throws {
        let row = try Row.fetchOne(connection, sql: "SELECT id FROM snapshots WHERE seq = ?", arguments: [position])
        guard let row else { return receipt.unchanged += 1 }
        var id = row.json(0)
        if id == nil {
            // A damaged row gets an id, by which it can be put back.
            let new = RecordID.random()
            try connection.execute(sql: "UPDATE snapshots SET id = ? WHERE seq = ?", arguments: [new, position])
            id = new
        }
        guard let id else { return }
        if try archive.forget(id: id, at: now, connection) {
            try record(id, [:], connection)
        } else {
            receipt.changed += 1
            tally.erasedCount += 1
        }
    }

    private mutating func setMark(_ mark: PageMark, of key: String, _ connection: Database) throws {
        // Another process may have removed its places meanwhile.
        guard try PageTable.hasPlaces(key, connection) else { return receipt.unchanged += 1 }
        let former = try PageTable.mark(of: key, connection)
        guard former?.mark ?? PageMark(.unfinished) != mark else { return receipt.unchanged += 1 }
        try PageTable.setMark(mark, at: now, of: key, connection)
        if mark.state == .later { try PageTable.keepPlaces(of: key, at: now, connection) }
        var members: [String: JSONValue] = [:]
        if let former {
            members["state"] = .string(former.mark.state.rawValue)
            members["markedAt"] = .number(Double(SnapshotRow.milliseconds(former.markedAt)))
            members["until"] = former.mark.until.map { .number(Double(SnapshotRow.milliseconds($0))) }
        }
        try record(key, members, connection)
    }

    private mutating func record(
        _ subject: String, _ former: [String: JSONValue], _ connection: Database
    ) throws {
        let stored: ShelfChangeTable.Change
        if let known = self.stored {
            stored = known
        } else {
            let value = if case .note(let text) = change { text } else { "" }
            // It can be undone as long as its places are in the trash.
            let time = if case .forget = change { try archive.removalTime(now, connection) } else { now }
            stored = try ShelfChangeTable.insert(receipt.kind, value: value, at: time, connection)
            self.stored = stored
            receipt.changeID = stored.id
        }
        try ShelfChangeTable.add(former, of: subject, to: stored, connection)
        receipt.changed += 1
        if case .mark = change { return }
        if receipt.placeIDs.count < ShelfReceipt.placeLimit { receipt.placeIDs.append(subject) }
    }
}

/// The undoing of a change in progress, which may take several transactions.
struct ShelfUndoRun {
    /// The result so far.
    private(set) var receipt: ShelfReceipt

    private let change: ShelfChangeTable.Change
    private let archive: SQLiteSnapshotArchive
    private var tally = OmissionTally()

    /// Creates the undoing of a change.
    init(_ change: ShelfChangeTable.Change, _ archive: SQLiteSnapshotArchive) {
        self.change = change
        self.archive = archive
        receipt = ShelfReceipt(kind: change.kind)
    }

    /// Undoes parts of the change.
    ///
    /// - Parameters:
    ///   - parts: The parts in any order.
    ///   - connection: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    mutating func undo(_ parts: [ShelfChangeTable.Part], _ connection: Database) throws {
        for part in parts {
            // Of a place in the trash, nothing else needs to be known.
            guard let former = part.former ?? (change.kind == "forget" ? .object([:]) : nil) else {
                tally.damagedCount += 1
                continue
            }
            let isUndone =
                switch change.kind {
                case "forget": try putBack(part.subject, connection)
                case "tags": try restoreTags(of: part.subject, former, connection)
                case "note": try restoreNote(of: part.subject, former, connection)
                case "mark": try restoreMark(of: part.subject, former, connection)
                default: false
                }
            guard isUndone else {
                receipt.unchanged += 1
                continue
            }
            receipt.changed += 1
            if change.kind != "mark", receipt.placeIDs.count < ShelfReceipt.placeLimit {
                receipt.placeIDs.append(part.subject)
            }
        }
        receipt.omissions = tally.lines
    }

    /// Counts parts that can be undone after their places were put back from the trash.
    mutating func leave(_ count: Int) {
        receipt.unchanged += count
        tally.trashedCount = count
        receipt.omissions = tally.lines
    }

    private mutating func putBack(_ id: String, _ connection: Database) throws -> Bool {
        do { return try archive.putBack(id: id, connection) != nil } catch is UnreadableRecord {
            // It stays in the trash.
            tally.unreadableCount += 1
            return false
        }
    }

    /// Removes the tags that the change has added, and adds those that it has removed; later edits stay.
    private mutating func restoreTags(
        of id: String, _ former: JSONValue, _ connection: Database
    ) throws -> Bool {
        guard let place = try MetadataRow.readable(id, archive, connection, &tally) else { return false }
        let added = Set(Self.texts(former["added"]).map { $0.lowercased() })
        var tags = place.metadata.tags.filter { !added.contains($0.lowercased()) }
        let known = Set(tags.map { $0.lowercased() })
        tags += Self.texts(former["removed"]).filter { !known.contains($0.lowercased()) }
        guard let metadata = try? SnapshotMetadata(tags: tags, note: place.metadata.note) else {
            tally.fullCount += 1
            return false
        }
        guard metadata != place.metadata else { return false }
        try place.write(metadata, connection)
        return true
    }

    private static func texts(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }

    /// Writes the former note, unless the note was changed since.
    private mutating func restoreNote(
        of id: String, _ former: JSONValue, _ connection: Database
    ) throws -> Bool {
        guard let place = try MetadataRow.readable(id, archive, connection, &tally) else { return false }
        guard let note = former["note"]?.string,
            let metadata = try? SnapshotMetadata(tags: place.metadata.tags, note: note)
        else {
            tally.damagedCount += 1
            return false
        }
        guard place.metadata.note == change.value else {
            tally.editedCount += 1
            return false
        }
        try place.write(metadata, connection)
        return true
    }

    /// Writes the former page mark, unless the page was marked or read since.
    private mutating func restoreMark(
        of key: String, _ former: JSONValue, _ connection: Database
    ) throws -> Bool {
        guard let current = try PageTable.mark(of: key, connection) else { return false }
        guard SnapshotRow.milliseconds(current.markedAt) == change.madeAt else {
            tally.remarkedCount += 1
            return false
        }
        guard former.object?.isEmpty == false else {
            try PageTable.clearMark(of: key, connection)
            return true
        }
        guard let state = former["state"]?.string.flatMap(PageState.init),
            let markedAt = former["markedAt"]?.number.flatMap(Int64.init(exactly:)),
            SnapshotRow.times.contains(markedAt)
        else {
            tally.damagedCount += 1
            return false
        }
        let until = former["until"]?.number.map {
            SnapshotRow.date(milliseconds: Int64(clamping: $0, to: 0...PageTable.noDate))
        }
        try PageTable.setMark(PageMark(state, until: until), at: markedAt, of: key, connection)
        return true
    }
}

/// The tags and the note of a stored place, read and written without its snapshot.
private struct MetadataRow {
    let id: String
    let metadata: SnapshotMetadata
    private let position: Int64
    private let isAutomatic: Bool

    /// Returns the metadata of the place at a position; nil if it is gone or cannot be read, which is counted.
    static func readable(
        _ position: Int64, _ archive: SQLiteSnapshotArchive, _ connection: Database, _ tally: inout OmissionTally
    ) throws -> MetadataRow? {
        try readable("seq = ?", [position], archive, connection, &tally)
    }

    /// Returns the metadata of the place with an id; nil if it is gone or cannot be read, which is counted.
    static func readable(
        _ id: String, _ archive: SQLiteSnapshotArchive, _ connection: Database, _ tally: inout OmissionTally
    ) throws -> MetadataRow? {
        try readable("id = ?", [id], archive, connection, &tally)
    }

    private static func readable(
        _ condition: String, _ arguments: StatementArguments, _ archive: SQLiteSnapshotArchive,
        _ connection: Database, _ tally: inout OmissionTally
    ) throws -> MetadataRow? {
        let row = try Row.fetchOne(
            connection.cachedStatement(
                sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE \(condition) AND \(SnapshotRow.isLive)"),
            arguments: arguments + [SnapshotRow.milliseconds(archive.now())])
        guard let row else { return nil }
        guard let id = row.id(0), let position: Int64 = row.value(3), let metadata = try? SnapshotRow.metadata(row)
        else {
            tally.unreadableCount += 1
            return nil
        }
        return MetadataRow(
            id: id, metadata: metadata, position: position,
            isAutomatic: row.value(7) == SnapshotOrigin.automatic.rawValue)
    }

    /// Writes new metadata; an automatic place with a text of the reader is kept for good.
    func write(_ metadata: SnapshotMetadata, _ connection: Database) throws {
        if isAutomatic, metadata != SnapshotMetadata() { try SnapshotRow.keep(position: position, connection) }
        try SnapshotRow.update(metadata, position: position, connection)
    }
}

/// The numbers of places that a change left out, by the reason.
private struct OmissionTally {
    var fullCount = 0
    var unreadableCount = 0
    var editedCount = 0
    var remarkedCount = 0
    var damagedCount = 0
    var erasedCount = 0
    var trashedCount = 0

    /// One line for each reason.
    var lines: [String] {
        var lines: [String] = []
        if fullCount > 0 {
            let verb = fullCount == 1 ? "has" : "have"
            lines.append("\(Self.places(fullCount)) \(verb) \(SnapshotMetadata.maximumTags) tags already")
        }
        if unreadableCount > 0 { lines.append("\(Self.places(unreadableCount)) cannot be read") }
        if erasedCount > 0 {
            let verb = erasedCount == 1 ? "was" : "were"
            lines.append("\(Self.places(erasedCount)) could not be kept in the trash and \(verb) erased")
        }
        if editedCount > 0 {
            lines.append(editedCount == 1 ? "1 note was changed since" : "\(editedCount) notes were changed since")
        }
        if remarkedCount > 0 {
            lines.append(
                remarkedCount == 1
                    ? "the state of 1 page was changed since"
                    : "the states of \(remarkedCount) pages were changed since")
        }
        if trashedCount > 0 {
            let (verb, object) = trashedCount == 1 ? ("is", "it") : ("are", "them")
            lines.append(
                "\(Self.places(trashedCount)) \(verb) in the trash: put \(object) back, then undo this change again")
        }
        if damagedCount > 0 {
            let parts = damagedCount == 1 ? "1 part" : "\(damagedCount) parts"
            lines.append("\(parts) of the change cannot be read")
        }
        return lines
    }

    private static func places(_ count: Int) -> String { count == 1 ? "1 place" : "\(count) places" }
}
