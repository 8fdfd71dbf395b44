import LinkPipeline
import TerminalHUD

extension LinkRunStatus {
    /// The outcome, which determines the symbol at the end of the status display.
    var outcome: HUDOutcome {
        failed == 0 && broken == 0 && damaged == 0 ? .success : pages == 0 && links == 0 ? .failure : .partial
    }

    /// The exit code; nil for success.
    ///
    /// For a single page without links, it is the exit code of the page's failure. Otherwise, it is 1 if a page failed,
    /// was incomplete, or has broken links.
    var exitStatus: ExitStatus? {
        if isSinglePage, links == 0, let firstFailure { return CommandFailure(firstFailure).status }
        return failed > 0 || broken > 0 || damaged > 0 ? .someFailed : nil
    }

    /// The status as the HUD shows it.
    var hud: HUDStatus {
        HUDStatus(
            title: "Harvesting links",
            counts: [
                HUDCount(.links, links),
                HUDCount(.pages, pages),
            ]
                + (broken > 0 ? [HUDCount(.broken, broken)] : [])
                + (failed > 0 ? [HUDCount(.failed, failed)] : []),
            fraction: inputs > 1 && !isCrawl ? Double(pages + failed) / Double(inputs) : nil)
    }

    /// The summary that stays on the screen; empty after a single failure, because its message is sufficient.
    var summary: String {
        if isSinglePage && failed == 1 && links == 0 { return "" }
        let found = "\(counted(links, "link")) in \(counted(pages, "page"))"
        let checked = broken == 0 ? found : "\(found), \(broken) broken"
        return failed == 0 ? checked : "\(checked), \(counted(failed, isCrawl ? "page" : "input")) failed"
    }
}
