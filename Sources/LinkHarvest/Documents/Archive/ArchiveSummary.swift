/// The counts of one web archive, from which a scheduler judges whether it was read completely.
package struct ArchiveSummary: Sendable, Hashable {
    /// The name of the archive.
    package var archive: String
    /// The number of records with a valid header, of any type.
    package var records = 0
    /// The number of `response` records among them.
    package var responses = 0
    /// The number of documents in which links were searched for.
    package var pages = 0
    /// The number of links in these documents.
    package var links = 0
    /// The number of records that could not be read completely.
    package var failedRecords = 0
    /// True if the archive ends within a record.
    package var isTruncated = false
    /// True if reading failed before the end of the archive, for example because a connection was lost.
    package var hasFailed = false
    /// The number of bytes read, as they are stored.
    package var bytes = 0

    /// Creates the summary of an archive of which nothing has been read.
    package init(archive: String) { self.archive = archive }

    /// True if the archive contains no record, but other data.
    package var isUnreadable: Bool { records == 0 && failedRecords > 0 }

    /// Returns the counts of two archives together.
    package static func + (first: ArchiveSummary, second: ArchiveSummary) -> ArchiveSummary {
        var sum = first
        sum.records += second.records
        sum.responses += second.responses
        sum.pages += second.pages
        sum.links += second.links
        sum.failedRecords += second.failedRecords
        sum.isTruncated = first.isTruncated || second.isTruncated
        sum.hasFailed = first.hasFailed || second.hasFailed
        sum.bytes += second.bytes
        return sum
    }
}
