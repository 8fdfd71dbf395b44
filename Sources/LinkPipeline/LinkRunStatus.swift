package import LinkHarvest

/// The progress of a run over pages.
package struct LinkRunStatus: Sendable {
    /// The number of inputs.
    package let inputs: Int
    /// The number of inputs, of which those that are parts of one web archive count once.
    private let wholeInputs: Int
    /// True if the run finds pages by itself, so that their number is not known in advance.
    package let isCrawl: Bool
    /// The number of pages that are waiting or being fetched.
    package internal(set) var queued = 0
    /// The number of bytes of all pages received so far, decompressed.
    package internal(set) var bytes: Int64 = 0
    /// The number of written links that a check found broken.
    package internal(set) var broken = 0
    /// The number of inputs, and of pages that a crawl found, that were read to their end.
    package internal(set) var pages = 0
    /// The number of web archives among ``pages``.
    private var archives = 0
    /// The counts of all web archives so far; nil if there are none.
    package private(set) var archived: ArchiveSummary?
    /// The number of damaged records of web archives so far.
    package private(set) var failedRecords = 0
    /// The number of links found in all pages.
    package internal(set) var links = 0
    /// The number of pages that failed, including those that failed after some of their links were found.
    package private(set) var failed = 0
    /// The number of problems that lost some links of a page without ending it.
    package private(set) var damaged = 0
    /// The first failure.
    package private(set) var firstFailure: PageFailure?

    /// Creates the status of a run that begins.
    ///
    /// - Parameters:
    ///   - inputs: The number of inputs.
    ///   - wholeInputs: The number of inputs, of which those that are parts of one web archive count once; nil if there
    ///     are no parts.
    ///   - isCrawl: True if the run finds pages by itself.
    package init(inputs: Int, wholeInputs: Int? = nil, isCrawl: Bool = false) {
        self.inputs = inputs
        self.wholeInputs = wholeInputs ?? inputs
        self.isCrawl = isCrawl
    }

    /// Counts a page that failed.
    mutating func add(_ failure: PageFailure) {
        failed += 1
        firstFailure = firstFailure ?? failure
    }

    /// The number of pages, in which each document of a web archive counts.
    package var documents: Int { max(0, pages - archives) + (archived?.pages ?? 0) }

    /// Counts a damaged record.
    mutating func countDamagedRecord() { failedRecords += 1 }

    /// Counts a web archive that was read.
    mutating func add(_ summary: ArchiveSummary) {
        if !summary.hasFailed { archives += 1 }
        // There is no number of damaged records that would be acceptable.
        if summary.isUnreadable { countDamage() }
        archived = (archived ?? ArchiveSummary(archive: "")) + summary
    }

    /// Counts a problem that lost or repeated some links of a page without ending it.
    package mutating func countDamage() { damaged += 1 }

    /// True if the run has a result, which may be a page without links.
    package var hasResult: Bool { pages > 0 || links > 0 || failed == 0 }

    /// True if the run consists of a single page.
    package var isSinglePage: Bool { wholeInputs == 1 && pages + failed <= 1 }
}
