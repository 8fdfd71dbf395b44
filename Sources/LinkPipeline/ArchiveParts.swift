import LinkHarvest

/// The counts of the archives of which several ranges are read, which are reported together.
struct ArchiveParts: Sendable {
    private struct Archive {
        var sum: ArchiveSummary
        /// The number of ranges that have not ended.
        var left: Int
    }

    private var archives: [String: Archive] = [:]
    private var failures: Set<String> = []

    /// Creates the counts for the inputs of a run.
    init(_ sources: [PageSource]) {
        for case .archive(let archive) in sources where archive.range != nil {
            archives[archive.name, default: Archive(sum: ArchiveSummary(archive: archive.name), left: 0)].left += 1
        }
    }

    /// Returns the number of inputs, of which the ranges of one archive count once.
    static func wholeCount(of sources: [PageSource]) -> Int {
        var names: Set<String> = []
        return sources.count { source in
            guard case .archive(let archive) = source, archive.range != nil else { return true }
            return names.insert(archive.name).inserted
        }
    }

    /// Records the failure of an input.
    ///
    /// - Returns: False if a range of the same archive has failed before.
    mutating func fail(_ source: PageSource) -> Bool {
        guard case .archive(let archive) = source, archive.range != nil else { return true }
        return failures.insert(archive.name).inserted
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
        return archives.values.map(\.sum).sorted { $0.archive < $1.archive }.map { sum in
            var sum = sum
            sum.isTruncated = true
            sum.hasFailed = true
            return sum
        }
    }
}
