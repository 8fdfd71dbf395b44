/// The result of the import of a file.
package struct ImportReceipt: Sendable, Hashable {
    /// The format of the file.
    package var format: ImportFormat
    /// The numbers of stored records.
    package var stored: BackupReceipt
    /// The number of downloads that had ended, and were not queued again.
    package var endedDownloads = 0
    /// The number of added copies of pages.
    package var copies = 0
    /// The number of added places that are at marked words.
    package var highlights = 0
    /// The number of added places that are only known by a share of the text.
    package var approximate = 0
    /// The number of entries that cannot be read, and of copies that are not stored.
    package var unreadable = 0
    /// One line for each entry that was left out, or not imported completely, with the reason.
    package var omissions: [String] = []

    /// Creates the result of importing a backup.
    init(
        format: ImportFormat, stored: BackupReceipt, endedDownloads: Int, unreadable: Int, omissions: [String]
    ) {
        (self.format, self.stored, self.endedDownloads) = (format, stored, endedDownloads)
        (self.unreadable, self.omissions) = (unreadable, omissions)
    }

    /// Creates the result of importing places.
    init(format: ImportFormat, _ tally: PlaceTally, unreadable: Int, omissions: [String]) {
        let stored = BackupReceipt(addedPlaces: tally.added, knownPlaces: tally.known, queuedDownloads: 0)
        self.init(format: format, stored: stored, endedDownloads: 0, unreadable: unreadable, omissions: omissions)
        (highlights, approximate) = (tally.highlights, tally.approximate)
    }

    /// Adds the result of importing copies.
    ///
    /// - Parameter copies: The numbers of copies.
    package mutating func add(_ copies: CopyTally) {
        self.copies += copies.added
        unreadable += copies.refusedCount
        omissions += copies.omissions
    }
}

/// The numbers of places that an import added or skipped.
package struct PlaceTally: Sendable, Hashable {
    /// The number of places that were added.
    package var added = 0
    /// The number of places that were already stored.
    package var known = 0
    /// The number of added places that are at marked words.
    package var highlights = 0
    /// The number of added places that are only known by a share of the text.
    package var approximate = 0

    /// Creates a tally of zeros.
    package init() {}

    /// Counts a place.
    ///
    /// - Parameters:
    ///   - kind: The kind of the place.
    ///   - isAdded: False if it was stored already.
    package mutating func count(_ kind: ImportedPlace.Kind, isAdded: Bool) {
        guard isAdded else {
            known += 1
            return
        }
        added += 1
        switch kind {
        case .highlight: highlights += 1
        case .approximate: approximate += 1
        case .top: break
        }
    }
}
