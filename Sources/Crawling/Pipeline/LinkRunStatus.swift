package import LinkHarvest
package import LinkOutput
import Synchronization
package import WHATWGURL

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

/// The receiver of a pipeline's progress and notices.
///
/// The pipeline does not depend on terminals or log files; the observer shows its reports. Both functions may be
/// called on any thread.
package protocol LinkPipelineObserver: Sendable {
    /// Receives the progress after each change.
    func update(_ status: LinkRunStatus)

    /// Receives a notice.
    func report(_ notice: LinkNotice)
}

/// A notice about a page or a link.
package enum LinkNotice: Sendable {
    /// A problem of a page whose harvest continued, as one line.
    case warning(String)
    /// A document that was read otherwise than stated, or that has content but no links; nothing has failed.
    case reading(DocumentReading)
    /// A damaged record of a web archive, whose other records are read.
    case damagedRecord(DamagedRecord)
    /// The end of a web archive, with its counts.
    case archive(ArchiveSummary)
    /// A page that failed. The links that were found before the failure have been delivered.
    case failure(PageFailure)
    /// A page that a crawl found and skipped because it failed.
    case skippedFailure(PageFailure)
    /// A page that a crawl found and skipped because it redirects to a page that is already known or out of scope.
    case skippedRedirect(from: WebURL?, to: WebURL?)
    /// A link that is not written, with the reason.
    case excluded(HarvestedLink, LinkExclusion)
    /// A broken link that is written in a format that cannot represent the result of the check.
    case broken(HarvestedLink, LinkCheckResult)
    /// The page had more links than can be remembered, so later ones may be written twice.
    case duplicatesPossible
    /// The journal at this path records that the crawl is complete, so no links are printed.
    case completeCrawl(journal: String)
    /// Links were in view when a snapshot was captured, but are missing from the page's source.
    case missingInView(page: WebURL?, count: Int, total: Int)
}

/// The failure of one page.
package struct PageFailure: Error, Sendable {
    /// The name of the page: its URL without credentials, its path, or `-`.
    package let source: String
    /// The underlying error.
    package let error: any Error

    /// True if the resource is not a document with links, or if a site's rules exclude it.
    ///
    /// A page may link to anything, so such a failure counts only if the user named the page.
    var meansNoDocument: Bool {
        switch error {
        case is LinkHarvestError, is RobotsGate.Refusal: true
        case LinkPipelineError.empty: true
        default: false
        }
    }

    /// True if the site refused the request, which a check reports as a blocked link rather than a broken one.
    var isRefusal: Bool {
        guard case LinkPipelineError.status(_, let code) = error else { return false }
        return LinkCheckResult.Refusal(status: code) != nil
    }
}

/// The thread-safe counters of a run, which reports each change to an observer.
final class LinkRunProgress: Sendable {
    let observer: any LinkPipelineObserver
    private let counters: Mutex<LinkRunStatus>

    private let parts: Mutex<ArchiveParts>

    init(_ status: LinkRunStatus, sources: [PageSource], observer: any LinkPipelineObserver) {
        self.observer = observer
        counters = Mutex(status)
        parts = Mutex(ArchiveParts(sources))
    }

    /// The current counts.
    var status: LinkRunStatus { counters.withLock { $0 } }

    /// Changes the counters and reports them to the observer.
    func update(_ change: (inout LinkRunStatus) -> Void) {
        observer.update(
            counters.withLock { status in
                change(&status)
                return status
            })
    }

    /// Changes the counters without a report, because another change follows soon.
    func count(_ change: (inout LinkRunStatus) -> Void) {
        counters.withLock { change(&$0) }
    }

    /// Counts and reports a notice of a harvest.
    ///
    /// - Parameters:
    ///   - notice: A problem that does not end its page, or the counts of an archive.
    ///   - isLocal: False for a fetched page, whose bytes the fetch counts.
    func receive(_ notice: HarvestNotice, isLocal: Bool) {
        switch notice {
        case .warning(let line):
            count { $0.countDamage() }
            observer.report(.warning(line))
        case .reading(let reading): observer.report(.reading(reading))
        case .damagedRecord(let record):
            count { $0.countDamagedRecord() }
            observer.report(.damagedRecord(record))
        case .archive(let summary):
            update {
                $0.add(summary)
                if isLocal { $0.bytes += Int64(summary.bytes) }
            }
            if let sum = parts.withLock({ $0.add(summary) }) { observer.report(.archive(sum)) }
        }
    }

    /// Returns false for the failure of an input if another range of the same archive has failed before.
    func isFirstFailure(of source: PageSource) -> Bool { parts.withLock { $0.fail(source) } }

    /// Reports the archives of which some ranges could not be read.
    func reportIncompleteArchives() {
        for summary in parts.withLock({ $0.removeIncomplete() }) { observer.report(.archive(summary)) }
    }
}

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
