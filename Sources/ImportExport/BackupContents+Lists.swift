import FileFormats
import FoundationEssentials
import JSON
import Snapshots
import Timestamps

extension BackupContents {
    /// Reads a bookmark file; each bookmark of a page becomes a place at the top of that page.
    mutating func readBookmarks(_ bytes: [UInt8]) throws(ImportExportError) {
        for bookmark in try BookmarksFile.read(bytes) {
            var members: [String: JSONValue] = ["url": .string(bookmark.url), "title": .string(bookmark.title)]
            if let added = bookmark.addedAt { members["capturedAt"] = .string(RFC3339.string(added)) }
            add(members, tags: bookmark.tags, note: bookmark.note, name: bookmark.url)
        }
    }

    /// Reads a CSV table of quotes.
    mutating func readCSV(_ bytes: [UInt8]) throws(ImportExportError) {
        do {
            var places = try PlaceImport(bytes, format: .csv)
            while let place = try places.next() { newPlaces.append((place.snapshot, place.metadata)) }
            for omission in places.omissions { leaveOut(omission) }
        } catch let error as ImportExportError {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }

    private mutating func add(_ members: [String: JSONValue], tags: [String], note: String, name: String) {
        do {
            // Other programs write duplicate tags and tags surrounded by spaces.
            var seen: Set<String> = []
            let tags = tags.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
                .filter { seen.insert($0.lowercased()).inserted }
            let metadata = try SnapshotMetadata(tags: tags, note: note)
            newPlaces.append(
                (try PageSnapshot(value: .object(members), limit: PageSnapshot.maximumByteCount), metadata))
        } catch {
            leaveOut("\(JSONValue.string(name).excerpt): not imported: \(error.reason)")
        }
    }
}
