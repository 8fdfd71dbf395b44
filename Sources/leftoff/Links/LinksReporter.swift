import LinkFormats
import LinkPipeline
import TerminalHUD

/// The observer of `leftoff links`, which shows progress and notices on the status display, or as JSON for programs.
struct LinksReporter: LinkPipelineObserver {
    /// The notices to show.
    struct Notices: OptionSet {
        let rawValue: Int

        /// The pages that a crawl skipped.
        static let skippedPages = Notices(rawValue: 1)
        /// The links in view that are missing from the source of their page.
        static let missingLinks = Notices(rawValue: 2)
        /// A resumed crawl that is already complete.
        static let completeCrawl = Notices(rawValue: 4)
        /// The way in which a document was read.
        static let readings = Notices(rawValue: 16)
        /// The counts of each web archive.
        static let archives = Notices(rawValue: 8)
    }

    let display: any StatusDisplay
    /// The progress report for programs; nil shows the progress on the display.
    let progress: ProgressReport?
    let notices: Notices
    /// The form of the messages about damaged records.
    let errors: ArchiveOptions.MessageForm

    func update(_ status: LinkRunStatus) {
        if let progress { progress.update(status) } else { display.update(status.hud) }
    }

    func report(_ notice: LinkNotice) {
        switch notice {
        case .excluded(let link): display.log(link.line)
        case .damagedRecord(let record):
            display.log(errors == .json ? record.json : "leftoff: \(notice.text)")
        case .archive(let summary):
            if let progress {
                progress.report(summary)
            } else if notices.contains(.archives) {
                display.log("leftoff: \(notice.text)")
            }
        case .skippedFailure, .skippedRedirect:
            if notices.contains(.skippedPages) { display.log("leftoff: \(notice.text)") }
        case .reading:
            if notices.contains(.readings) { display.log("leftoff: \(notice.text)") }
        case .missingInView:
            if notices.contains(.missingLinks) { display.log("leftoff: \(notice.text)") }
        case .completeCrawl:
            if notices.contains(.completeCrawl) { display.log("leftoff: \(notice.text)") }
        case .warning, .failure, .broken, .duplicatesPossible: display.log("leftoff: \(notice.text)")
        }
    }
}
