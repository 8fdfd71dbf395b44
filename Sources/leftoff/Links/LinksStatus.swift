import TerminalHUD

/// How far `leftoff links` has come, as the status display shows it.
struct LinksStatus {
    /// How many inputs there are.
    let total: Int
    /// Whether pages are found on the way, so that their number is not known.
    let isCrawl: Bool
    /// How many bytes of pages have come, decompressed.
    private(set) var bytes: Int64 = 0
    /// How many checked links were broken.
    private(set) var broken = 0
    /// How many have been read and harvested to their end.
    private(set) var pages = 0
    /// How many links were found in them.
    private(set) var links = 0
    /// How many inputs failed, some perhaps in the middle.
    private(set) var failed = 0
    /// How often something was wrong with a page that did not end it, but has lost links.
    private(set) var damaged = 0
    private var firstFailure: CommandFailure?

    /// Makes the status of a run that begins.
    ///
    /// - Parameters:
    ///   - total: How many inputs there are.
    ///   - isCrawl: Whether pages are found on the way.
    init(total: Int, isCrawl: Bool = false) {
        self.total = total
        self.isCrawl = isCrawl
    }

    /// Counts bytes that have come.
    ///
    /// - Parameter bytes: Their number.
    mutating func add(bytes: Int64) { self.bytes += bytes }

    /// Counts links that a check found broken.
    ///
    /// - Parameter broken: Their number.
    mutating func add(broken: Int) { self.broken += broken }

    /// Counts something wrong with a page that did not end it.
    mutating func addDamage() { damaged += 1 }

    /// Counts links of a page.
    ///
    /// - Parameter links: Their number.
    mutating func add(links: Int) { self.links += links }

    /// Counts a page that has come to its end.
    mutating func addPage() { pages += 1 }

    /// Counts an input that failed.
    ///
    /// - Parameter failure: Why it failed.
    mutating func add(_ failure: CommandFailure) {
        failed += 1
        firstFailure = firstFailure ?? failure
    }

    /// The symbol at the end.
    var outcome: HUDOutcome {
        failed == 0 && broken == 0 && damaged == 0 ? .success : pages == 0 && links == 0 ? .failure : .partial
    }

    /// How the command ends: nil if all is done, the one input's own exit code, or 1 where there were several, some of the
    /// one's links were found, or a page could be read in part only.
    var exitStatus: ExitStatus? {
        if isSingle, links == 0, let firstFailure { return firstFailure.status }
        return failed > 0 || broken > 0 || damaged > 0 ? .someFailed : nil
    }

    /// Whether there is something to keep, be it the knowledge that a page has no links.
    var hasResult: Bool { pages > 0 || links > 0 || failed == 0 }

    private var isSingle: Bool { total == 1 && pages + failed <= 1 }

    /// What the HUD shows.
    var hud: HUDStatus {
        HUDStatus(
            title: "Harvesting links",
            counts: [
                HUDCount(label: links == 1 ? "link" : "links", value: links),
                HUDCount(label: pages == 1 ? "page" : "pages", value: pages),
            ]
                + (broken > 0 ? [HUDCount(label: "broken", value: broken, isFailure: true)] : [])
                + (failed > 0 ? [HUDCount(label: "failed", value: failed, isFailure: true)] : []),
            fraction: total > 1 && !isCrawl ? Double(pages + failed) / Double(total) : nil)
    }

    /// What stands at the end; empty where the line of the one failure says it all.
    var summary: String {
        if isSingle && failed == 1 && links == 0 { return "" }
        let found = "\(counted(links, "link")) in \(counted(pages, "page"))"
        let checked = broken == 0 ? found : "\(found), \(broken) broken"
        return failed == 0 ? checked : "\(checked), \(counted(failed, isCrawl ? "page" : "input")) failed"
    }
}
