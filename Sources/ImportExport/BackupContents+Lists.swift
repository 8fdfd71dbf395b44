import Snapshots

extension BackupContents {
    /// Reads a bookmark file; each bookmark of a page becomes a place at the top of that page.
    mutating func readBookmarks(_ bytes: [UInt8]) throws(ImportExportError) {
        var places = try BookmarkPlaces(bytes)
        while let place = places.next() { newPlaces.append((place.snapshot, place.metadata)) }
        for omission in places.omissions { leaveOut(omission) }
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
}
