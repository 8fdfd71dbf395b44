import LinkHarvest
import Synchronization
import TerminalHUD

/// Takes the links of files and standard input, one after the other; nothing is started that only fetching needs.
struct LocalRun {
    /// No further link is wanted.
    private struct Enough: Error {}

    /// The output failed, which no further page would mend.
    private struct Unwritable: Error {
        var underlying: any Error
    }

    private let loader: PageLoader
    private let display: any StatusDisplay
    private let damage = Damage()

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - harvester: Finds links.
    ///   - display: Shows the progress.
    init(harvester: LinkHarvester, display: any StatusDisplay) {
        loader = PageLoader(harvester: harvester) { [damage] line in
            damage.count.withLock { $0 += 1 }
            display.log("leftoff: \(line)")
        }
        self.display = display
    }

    /// Reads the pages and prints their links as they become known.
    ///
    /// - Parameters:
    ///   - sources: The pages.
    ///   - output: Takes the links.
    ///   - begin: Called before each page.
    /// - Returns: How it went.
    /// - Throws: `CommandFailure` when the output cannot be written.
    mutating func read(
        _ sources: [PageSource], into output: LinksOutput, begin: (PageSource) -> Void
    ) throws -> LinksStatus {
        var status = LinksStatus(total: sources.count)
        display.update(status.hud)
        for source in sources where !output.isFull {
            begin(source)
            do {
                try loader.load(source) { batch in
                    output.add(batch)
                    status.add(links: batch.count)
                    do { try output.flushIfLarge() } catch { throw Unwritable(underlying: error) }
                    if output.isFull { throw Enough() }
                }
                status.addPage()
            } catch is Enough {
                status.addPage()
            } catch let error as Unwritable {
                throw error.underlying
            } catch {
                let failure =
                    CommandFailure(describing: error)
                    ?? CommandFailure(what: source.name, why: "\(error)", status: .ioError)
                status.add(failure)
                display.log("leftoff: \(failure)")
            }
            display.update(status.hud)
        }
        for _ in 0..<damage.count.withLock({ $0 }) { status.addDamage() }
        return status
    }
}

/// How often something was wrong with a page that did not end it.
private final class Damage: Sendable {
    let count = Mutex(0)
}
