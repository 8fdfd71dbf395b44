package import FoundationEssentials
package import Places

/// The contents of a file that is not imported yet.
package struct ImportSummary: Sendable, Hashable {
    /// A tag, and the number of places with it.
    package struct Tag: Sendable, Hashable {
        /// The name, as it is written first.
        package var name: String
        /// The number of places.
        package var count: Int

        /// Creates a tag.
        package init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// The maximum number of ``topTags``.
    static let topTagLimit = 10

    /// The format of the file.
    package var format: ImportFormat
    /// The number of places.
    package var places = 0
    /// The number of pages with these places.
    package var pages = 0
    /// The number of places that are at marked words.
    package var highlights = 0
    /// The number of places that are only known by a share of the text.
    package var approximate = 0
    /// The number of distinct tags.
    package var tags = 0
    /// The most frequent tags, at most ten, the most frequent first.
    package var topTags: [Tag] = []
    /// The time of the oldest place; nil if none has a time.
    package var oldest: Date?
    /// The time of the newest place; nil if none has a time.
    package var newest: Date?
    /// The number of places without a time.
    package var undated = 0
    /// The number of pages that are finished.
    package var finished = 0
    /// The number of pages that are to be read later.
    package var later = 0
    /// The number of windows.
    package var windows = 0
    /// The number of downloads.
    package var downloads = 0
    /// The number of copies of pages in the part of the file that was read; a splitter may have set others aside.
    package var copies = 0
    /// The number of entries that cannot be read, at all or in part.
    package var unreadable = 0
    /// One line for each entry that would be left out, or not imported completely, with the reason.
    package var omissions: [String] = []
    /// The data in the file that Leftoff has no counterpart for, by kind.
    package var losses: [ImportLoss] = []

    /// Creates the summary of an empty file.
    package init(format: ImportFormat) {
        self.format = format
    }
}

/// A counter of the places of a file.
struct SummaryCounter {
    private(set) var placeCount = 0
    private var highlights = 0
    private var approximate = 0
    private var undated = 0
    private var oldest: Date?
    private var newest: Date?
    private var pages: Set<String> = []
    /// The first page mark of each page that has one.
    private var marks: [String: PageState] = [:]
    /// The tags by their names in lower case.
    private var tags: [String: ImportSummary.Tag] = [:]

    /// Counts a place of another program.
    mutating func add(_ place: ImportedPlace) {
        count(
            place.pageKey, tags: place.metadata.tags, date: place.snapshot.capturedAt, mark: place.mark?.state)
        switch place.kind {
        case .highlight: highlights += 1
        case .approximate: approximate += 1
        case .top, .scrolled: break
        }
    }

    /// Counts a place of a backup.
    mutating func add(_ place: StoredSnapshot) {
        count(
            place.snapshot.pageKey, tags: place.metadata.tags, date: place.snapshot.capturedAt ?? place.storedAt,
            mark: nil)
        if place.snapshot.selection != nil || place.origin == .imported && !place.snapshot.quotes.isEmpty {
            highlights += 1
        }
    }

    private mutating func count(_ key: String, tags names: [String], date: Date?, mark: PageState?) {
        placeCount += 1
        pages.insert(key)
        if let mark, marks[key] == nil { marks[key] = mark }
        for name in names {
            tags[name.lowercased(), default: ImportSummary.Tag(name: name, count: 0)].count += 1
        }
        guard let date else {
            undated += 1
            return
        }
        oldest = min(oldest ?? date, date)
        newest = max(newest ?? date, date)
    }

    /// Writes the numbers.
    func finish(_ summary: inout ImportSummary) {
        (summary.places, summary.pages) = (placeCount, pages.count)
        (summary.highlights, summary.approximate) = (highlights, approximate)
        summary.tags = tags.count
        let sorted = tags.values.sorted { $0.count == $1.count ? $0.name < $1.name : $0.count > $1.count }
        summary.topTags = Array(sorted.prefix(ImportSummary.topTagLimit))
        (summary.oldest, summary.newest, summary.undated) = (oldest, newest, undated)
        summary.finished = marks.values.count { $0 == .finished }
        summary.later = marks.values.count { $0 == .later }
    }
}
