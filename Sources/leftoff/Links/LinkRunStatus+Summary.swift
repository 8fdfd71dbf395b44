import LinkPipeline
import TerminalHUD

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
