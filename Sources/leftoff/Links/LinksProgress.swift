import LinkHarvest
import Synchronization
import TerminalHUD

/// Keeps the status display up to date while pages are loaded in any order.
final class LinksProgress: Sendable {
    private let display: any StatusDisplay
    private let counted: Mutex<LinksStatus>

    /// Begins with nothing done.
    ///
    /// - Parameters:
    ///   - total: How many inputs there are.
    ///   - display: Shows the status.
    init(total: Int, display: any StatusDisplay) {
        self.display = display
        counted = Mutex(LinksStatus(total: total))
        display.update(status.hud)
    }

    /// How far the run has come.
    var status: LinksStatus { counted.withLock { $0 } }

    /// Counts what comes of one input.
    ///
    /// - Parameter load: Loads the page.
    /// - Returns: Its links.
    /// - Throws: What loading threw.
    func following(_ load: () async throws(CommandFailure) -> [HarvestedLink]) async throws(CommandFailure)
        -> [HarvestedLink]
    {
        do throws(CommandFailure) {
            let links = try await load()
            count { $0.add(linkCount: links.count) }
            return links
        } catch {
            count { $0.add(error) }
            throw error
        }
    }

    private func count(_ change: (inout LinksStatus) -> Void) {
        display.update(
            counted.withLock { status in
                change(&status)
                return status.hud
            })
    }
}
