import TerminalHUD

/// How far `leftoff links` has come, as the status display shows it.
struct LinksStatus {
    /// How many inputs there are.
    let total: Int
    /// How many have been read and harvested.
    private(set) var pages = 0
    /// How many links were found in them.
    private(set) var links = 0
    /// How many inputs failed.
    private(set) var failed = 0
    private var firstFailure: CommandFailure?

    /// Makes the status of a run that begins.
    ///
    /// - Parameter total: How many inputs there are.
    init(total: Int) { self.total = total }

    /// Counts a page.
    ///
    /// - Parameter linkCount: How many links were found in it.
    mutating func add(linkCount: Int) {
        pages += 1
        links += linkCount
    }

    /// Counts an input that failed.
    ///
    /// - Parameter failure: Why it failed.
    mutating func add(_ failure: CommandFailure) {
        failed += 1
        firstFailure = firstFailure ?? failure
    }

    /// The symbol at the end.
    var outcome: HUDOutcome { failed == 0 ? .success : pages == 0 ? .failure : .partial }

    /// How the command ends: nil if all is done, the one input's own exit code, or 1 where there were several.
    var exitStatus: ExitStatus? { total == 1 ? firstFailure?.status : failed > 0 ? .someFailed : nil }

    /// What the HUD shows.
    var hud: HUDStatus {
        HUDStatus(
            title: "Harvesting links",
            counts: [
                HUDCount(label: links == 1 ? "link" : "links", value: links),
                HUDCount(label: pages == 1 ? "page" : "pages", value: pages),
            ]
                + (failed > 0 ? [HUDCount(label: "failed", value: failed, isFailure: true)] : []),
            fraction: total > 1 ? Double(pages + failed) / Double(total) : nil)
    }

    /// What stands at the end; empty where the line of the one failure says it all.
    var summary: String {
        if total == 1 && failed == 1 { return "" }
        func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let found = "\(counted(links, "link")) in \(counted(pages, "page"))"
        return failed == 0 ? found : "\(found), \(counted(failed, "input")) failed"
    }
}
