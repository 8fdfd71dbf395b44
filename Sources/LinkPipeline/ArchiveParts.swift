import LinkHarvest

/// The counts of the archives of which several ranges are read, which are reported together.
struct ArchiveParts: Sendable {
    private struct Archive {
        var sum: ArchiveSummary
        /// The number of ranges that have not ended.
        var left: Int
    }

    private var archives: [String: Archive] = [:]

    /// Creates the counts for the inputs of a run.
    init(_ sources: [PageSource]) {
        for case .archive(let archive) in sources where archive.range != nil {
            archives[archive.name, default: Archive(sum: ArchiveSummary(archive: archive.name), left: 0)].left += 1
        }
    }

    /// Adds the counts of an archive or of one of its ranges.
    ///
    /// - Returns: The counts to report; nil if further ranges of the archive will end.
    mutating func add(_ summary: ArchiveSummary) -> ArchiveSummary? {
        guard var archive = archives[summary.archive] else { return summary }
        archive.sum = archive.sum + summary
        archive.left -= 1
        archives[summary.archive] = archive.left > 0 ? archive : nil
        return archive.left > 0 ? nil : archive.sum
    }

    /// Removes and returns the counts of the archives of which some ranges could not be read.
    mutating func removeIncomplete() -> [ArchiveSummary] {
        defer { archives = [:] }
        return archives.values.map(\.sum).sorted { $0.archive < $1.archive }
    }
}
