package import LinkFormats
package import LinkHarvest
package import WHATWGURL

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
    case excluded(ExcludedLink)
    /// A broken link that is written in a format that cannot represent the result of the check.
    case broken(HarvestedLink, LinkCheckResult)
    /// The page had more links than can be remembered, so later ones may be written twice.
    case duplicatesPossible
    /// The journal at this path records that the crawl is complete, so no links are printed.
    case completeCrawl(journal: String)
    /// Links were in view when a snapshot was captured, but are missing from the page's source.
    case missingInView(page: WebURL?, count: Int, total: Int)
}
