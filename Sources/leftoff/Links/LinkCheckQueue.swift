import Crawling
import LinkHarvest
import Synchronization

/// Has the links of many pages checked at once, and gives them back in their order.
///
/// Between them other things may stand that are to come in the same order.
struct LinkCheckQueue<Mark> {
    /// What comes out.
    enum Item {
        case checked([(link: HarvestedLink, found: CheckedLink?)])
        case mark(Mark)
    }

    /// What a check has found.
    private final class Answer: Sendable {
        let found = Mutex<[CheckedLink?]?>(nil)
    }

    private enum Waiting {
        case links([HarvestedLink], Answer?)
        case mark(Mark)
    }

    /// How many links are checked at once; the engine has its own limits for transfers.
    private static var maximumStarted: Int { 1_024 }
    /// How many links may wait before no further pages are asked for.
    private static var maximumWaiting: Int { 4_096 }
    /// How many are checked together, so that links are printed not long after they were checked.
    private static var sliceLength: Int { 64 }

    private let checker: LinkChecker
    private let wake: @Sendable () -> Void
    private var items: [Waiting] = []
    private var first = 0
    private var firstToStart = 0
    private var waitingCount = 0
    private var startedCount = 0

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - checker: Checks.
    ///   - wake: Called on any thread when there may be something to take.
    init(checker: LinkChecker, wake: @escaping @Sendable () -> Void) {
        self.checker = checker
        self.wake = wake
    }

    /// Whether nothing is to come.
    var isEmpty: Bool { first == items.count }

    /// Whether it should be taken from before more is added.
    var isFull: Bool { waitingCount >= Self.maximumWaiting }

    /// Adds links that are to be checked.
    mutating func add(_ links: [HarvestedLink]) {
        var start = 0
        while start < links.count {
            let end = min(start + Self.sliceLength, links.count)
            items.append(.links(Array(links[start..<end]), nil))
            start = end
        }
        waitingCount += links.count
        startChecks()
    }

    /// Adds something that is to come after the links before it.
    mutating func add(_ mark: Mark) {
        items.append(.mark(mark))
    }

    /// Takes the next thing out, if its time has come.
    mutating func next() -> Item? {
        guard first < items.count else { return nil }
        let item: Item
        switch items[first] {
        case .mark(let mark): item = .mark(mark)
        case .links(let links, let answer):
            guard let found = answer?.found.withLock({ $0 }) else { return nil }
            item = .checked(zip(links, found).map { ($0, $1) })
            waitingCount -= links.count
            startedCount -= links.count
        }
        first += 1
        if first == items.count || first > 1_024 {
            items.removeFirst(first)
            firstToStart = max(0, firstToStart - first)
            first = 0
        }
        startChecks()
        return item
    }

    private mutating func startChecks() {
        firstToStart = max(firstToStart, first)
        while firstToStart < items.count, startedCount < Self.maximumStarted {
            if case .links(let links, nil) = items[firstToStart] {
                let answer = Answer()
                items[firstToStart] = .links(links, answer)
                startedCount += links.count
                checker.start(links.map(\.url)) { [wake] found in
                    answer.found.withLock { $0 = found }
                    wake()
                }
            }
            firstToStart += 1
        }
    }
}
