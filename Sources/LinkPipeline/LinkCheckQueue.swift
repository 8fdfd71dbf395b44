import Crawling
import LinkFormats
import LinkHarvest
import Synchronization

/// A queue that checks the links of many pages concurrently and returns them in their original order.
///
/// Marks can be queued between the links and are returned in the same order.
struct LinkCheckQueue<Mark> {
    /// An item that leaves the queue.
    enum Item {
        case checked([LinkRecord])
        case mark(Mark)
    }

    /// A holder for the check results of one slice of links.
    private final class Results: Sendable {
        /// The results in the order of the links; nil until all of them are complete.
        let results = Mutex<[LinkCheckResult?]?>(nil)
    }

    private enum Entry {
        case links([HarvestedLink], Results?)
        case mark(Mark)
    }

    /// The maximum number of links checked at once; the transfer engine has a lower limit of its own.
    private static var maximumStarted: Int { 1_024 }
    /// The number of waiting links above which no further pages are requested.
    private static var maximumWaiting: Int { 4_096 }
    /// The number of links checked together: small, so that links are written soon after their check.
    private static var sliceLength: Int { 64 }

    private let checker: LinkChecker
    private let onProgress: @Sendable () -> Void
    private var entries: [Entry] = []
    private var first = 0
    private var firstToStart = 0
    private var waitingCount = 0
    private var startedCount = 0

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - checker: Checks the links.
    ///   - onProgress: Called on any thread when an item may be ready.
    init(checker: LinkChecker, onProgress: @escaping @Sendable () -> Void) {
        self.checker = checker
        self.onProgress = onProgress
    }

    /// True if nothing is queued.
    var isEmpty: Bool { first == entries.count }

    /// True if items should be removed before more are added.
    var isFull: Bool { waitingCount >= Self.maximumWaiting }

    /// Adds links to check.
    mutating func add(_ links: [HarvestedLink]) {
        var start = 0
        while start < links.count {
            let end = min(start + Self.sliceLength, links.count)
            entries.append(.links(Array(links[start..<end]), nil))
            start = end
        }
        waitingCount += links.count
        startChecks()
    }

    /// Adds a mark that is returned after the links before it.
    mutating func add(_ mark: Mark) {
        entries.append(.mark(mark))
    }

    /// Removes and returns the first item if it is ready.
    mutating func next() -> Item? {
        guard first < entries.count else { return nil }
        let item: Item
        switch entries[first] {
        case .mark(let mark): item = .mark(mark)
        case .links(let links, let pending):
            guard let results = pending?.results.withLock({ $0 }) else { return nil }
            item = .checked(
                zip(links, results).map { link, result in
                    LinkRecord(link, check: result.map { LinkRecord.Check.result($0) } ?? .notApplicable)
                })
            waitingCount -= links.count
            startedCount -= links.count
        }
        removeFirst()
        startChecks()
        return item
    }

    private mutating func removeFirst() {
        first += 1
        // Removing at the front moves the whole array, so it is done rarely.
        guard first == entries.count || first > 1_024 else { return }
        entries.removeFirst(first)
        firstToStart = max(0, firstToStart - first)
        first = 0
    }

    private mutating func startChecks() {
        firstToStart = max(firstToStart, first)
        while firstToStart < entries.count, startedCount < Self.maximumStarted {
            if case .links(let links, nil) = entries[firstToStart] {
                let pending = Results()
                entries[firstToStart] = .links(links, pending)
                startedCount += links.count
                checker.start(links.map { $0.isRequestable ? $0.url : nil }) { [onProgress] results in
                    pending.results.withLock { $0 = results }
                    onProgress()
                }
            }
            firstToStart += 1
        }
    }
}
