import ArgumentParser
import Crawling
import LinkHarvest
import LinkOutput
import Synchronization
import Syntax
import TerminalHUD
import WHATWGURL

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
        case .excluded: display.log(notice.text)
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

extension LinkNotice {
    /// The notice as one line of text.
    var text: String {
        switch self {
        case .warning(let line): line
        case .reading(let reading): "\(reading)"
        case .damagedRecord(let record): "\(record)"
        case .archive(let summary): summary.text
        case .failure(let failure), .skippedFailure(let failure): "\(CommandFailure(failure))"
        case .skippedRedirect(let url, let target):
            "\(Self.name(of: url)): redirects to \(Self.name(of: target)), skipped"
        case .excluded(let link, let exclusion): exclusion.line(of: link)
        case .broken(let link, let result):
            "\(link.source): \(link.url?.withoutCredentials().href ?? link.raw): \(Self.reason(result))"
        case .completeCrawl(let journal): "\(journal): the crawl is complete; delete this file to start over"
        case .duplicatesPossible:
            "more than \(LinkLimits.rememberedLinkCount) addresses: later ones may be printed twice"
        case .missingInView(let url, let count, let total):
            "\(Self.name(of: url, or: "page")): \(count) of \(total) links in view are not in its source"
        }
    }

    private static func name(of url: WebURL?, or other: String = "-") -> String {
        url?.withoutCredentials().href ?? other
    }

    private static func reason(_ result: LinkCheckResult) -> String {
        guard let status = result.status, status >= 400 else { return result.reason ?? "no response" }
        return "HTTP \(status)"
    }
}

extension ArchiveSummary {
    /// The counts as one line for people.
    var text: String {
        var counts = [
            counted(records, "record"), counted(responses, "response"), counted(pages, "page"), counted(links, "link"),
        ]
        if failedRecords > 0 { counts.append("\(counted(failedRecords, "record")) damaged") }
        if isTruncated { counts.append("truncated") }
        return "\(archive): \(counts.joined(separator: ", "))"
    }

    /// The counts as a JSON object on one line.
    var json: String {
        """
        {"input":\(JSONString.literal(archive)),"records":\(records),"responses":\(responses),"pages":\(pages),\
        "links":\(links),"failedRecords":\(failedRecords),"truncated":\(isTruncated),"bytes":\(bytes)}
        """
    }
}

extension DamagedRecord {
    /// The damage as a JSON object on one line.
    var json: String {
        let url = targetURI.map { JSONString.literal($0) } ?? "null"
        return """
            {"file":\(JSONString.literal(archive)),"offset":\(offset),"url":\(url),\
            "reason":\(JSONString.literal(reason))}
            """
    }
}

extension LinkRunStatus {
    /// Returns the outcome, which determines the symbol at the end of the status display.
    ///
    /// - Parameter limit: The number of damaged records of web archives that is acceptable.
    /// - Returns: The outcome.
    func outcome(allowing limit: FailedRecordLimit) -> HUDOutcome {
        isComplete(allowing: limit) ? .success : pages == 0 && links == 0 ? .failure : .partial
    }

    /// Returns the exit code; nil for success.
    ///
    /// For a single page without links, it is the exit code of the page's failure. Otherwise, it is 1 if a page failed,
    /// was incomplete, or has broken links, and if more records of web archives are damaged than is acceptable.
    ///
    /// - Parameter limit: The number of damaged records of web archives that is acceptable.
    /// - Returns: The exit code.
    func exitStatus(allowing limit: FailedRecordLimit) -> ExitStatus? {
        if isSinglePage, links == 0, let firstFailure { return CommandFailure(firstFailure).status }
        return isComplete(allowing: limit) ? nil : .someFailed
    }

    private func isComplete(allowing limit: FailedRecordLimit) -> Bool {
        failed == 0 && broken == 0 && damaged == 0 && limit.allows(failedRecords)
    }

    /// The status as the HUD shows it.
    var hud: HUDStatus {
        HUDStatus(
            title: "Harvesting links",
            counts: [
                HUDCount(.links, links),
                HUDCount(.pages, documents),
            ]
                + (broken > 0 ? [HUDCount(.broken, broken)] : [])
                + (failed > 0 ? [HUDCount(.failed, failed)] : []),
            fraction: inputs > 1 && !isCrawl ? Double(pages + failed) / Double(inputs) : nil)
    }

    /// The summary that stays on the screen; empty after a single failure, because its message is sufficient.
    var summary: String {
        if isSinglePage && failed == 1 && links == 0 { return "" }
        let found = "\(counted(links, "link")) in \(counted(documents, "page"))"
        let damage = failedRecords == 0 ? "" : ", \(counted(failedRecords, "record")) damaged"
        let checked = broken == 0 ? found : "\(found), \(broken) broken"
        return checked + damage + (failed == 0 ? "" : ", \(counted(failed, isCrawl ? "page" : "input")) failed")
    }
}

/// The option of `leftoff links` for its progress report.
struct ProgressOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The form of the progress report; hud is an animated display.", valueName: "form"))
    var progress = ProgressFormat.hud
}

/// A progress report for programs: one JSON object per line on standard error, at most ten per second, and one at the
/// end.
final class ProgressReport: Sendable {
    // Ten reports per second are enough for a smooth progress bar and cost little compared with the pages.
    private static let interval: Duration = .milliseconds(100)

    private let start: ContinuousClock.Instant
    private let last: Mutex<ContinuousClock.Instant?>

    /// Creates a report whose elapsed time starts now.
    init() {
        start = .now
        last = Mutex(nil)
    }

    /// Writes the progress, unless it was written less than an interval ago.
    func update(_ status: LinkRunStatus) {
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, now - last < Self.interval { return false }
            last = now
            return true
        }
        if isDue { write(status, at: now) }
    }

    /// Writes the counts of a web archive that was read.
    func report(_ summary: ArchiveSummary) {
        StandardError.writeLine(summary.json)
    }

    /// Writes the final counts.
    func finish(_ status: LinkRunStatus) {
        write(status, at: .now)
    }

    private func write(_ status: LinkRunStatus, at now: ContinuousClock.Instant) {
        let elapsed = (now - start).components
        let milliseconds = elapsed.attoseconds / 1_000_000_000_000_000
        let fraction = String(milliseconds + 1_000).dropFirst()
        let archives = status.archived.map { total in
            ",\"records\":\(total.records),\"responses\":\(total.responses),"
                + "\"failedRecords\":\(status.failedRecords),\"truncated\":\(total.isTruncated)"
        }
        StandardError.writeLine(
            """
            {"pages":\(status.documents),"links":\(status.links),"failed":\(status.failed),"bytes":\(status.bytes),\
            "queued":\(status.queued),"elapsed":\(elapsed.seconds).\(fraction)\(archives ?? "")}
            """)
    }
}

/// A display for programs, which writes each message as a JSON object on one line.
///
/// The lines of `--explain` are already JSON objects; no other message starts with a brace.
struct ReportingDisplay: StatusDisplay {
    func update(_ status: HUDStatus) {}

    func log(_ line: String) {
        guard !line.hasPrefix("{") else { return StandardError.writeLine(line) }
        var bytes = Array("{\"message\":".utf8)
        JSONString.append(line, to: &bytes)
        StandardError.writeLine(String(decoding: bytes, as: UTF8.self) + "}")
    }

    func finish(_ outcome: HUDOutcome, summary: String) async {}

    func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
