package import LinkHarvest
package import WHATWGURL

/// The order of a crawl: breadth first, and the same whatever order the answers come in.
///
/// A pure state machine. Pages are numbered as they are found. They may be fetched in any order, a window ahead, but they are
/// taken in by their numbers, and only then do their links get numbers.
package struct Frontier: Sendable {
    /// The limits of a crawl.
    package struct Options: Sendable, Hashable {
        /// How many links away from the seeds pages are fetched; 0 for the seeds alone.
        package var maximumDepth = 0
        /// How many pages are fetched in all; nil sets no limit.
        package var maximumPages: Int?
        /// Whether pages of other hosts than the seeds' are fetched.
        package var spansHosts = false
        /// How many pages may be under way, or wait for an earlier one: it bounds the memory.
        package var window = 256

        /// Makes options for the seeds alone.
        package init() {}
    }

    /// A page that is to be fetched.
    package struct Entry: Sendable, Hashable {
        /// The page's place in the order, from 0.
        package let number: Int
        /// How many links it is away from the seeds.
        package let depth: Int
        /// The address; nil for a seed that is none, such as a file.
        package let url: WebURL?
    }

    /// What came of a page.
    package struct Page: Sendable {
        /// Which page it is.
        package var entry: Entry
        /// The address that answered, after redirects; nil when nothing did.
        package var finalURL: WebURL?
        /// Its links, in their order; without those that ``Frontier/look(into:at:)`` has seen.
        package var links: [LinkBatch]
        /// Why there is no page.
        package var failure: (any Error)?
        /// True when it is left out silently: it led to a page that was there already, or out of the crawl's hosts.
        package var isSkipped = false

        /// Makes a page of its parts.
        package init(
            entry: Entry, finalURL: WebURL? = nil, links: [LinkBatch] = [], failure: (any Error)? = nil
        ) {
            self.entry = entry
            self.finalURL = finalURL
            self.links = links
            self.failure = failure
        }
    }

    /// What the crawl has to know of a page that was taken in, to go on after it.
    package struct Step: Sendable, Hashable {
        /// The page's number.
        package var number: Int
        /// The address that answered.
        package var finalURL: WebURL?
        /// The pages that were found in it for the first time.
        package var found: [WebURL]

        /// Makes a step of its parts.
        package init(number: Int, finalURL: WebURL?, found: [WebURL]) {
            self.number = number
            self.finalURL = finalURL
            self.found = found
        }
    }

    /// The limits.
    package let options: Options

    /// How many pages have been taken in.
    package private(set) var takenCount = 0

    /// How many pages have been found so far, those taken in included.
    package var foundCount: Int { firstKept + entries.count }

    /// How many pages wait or are under way.
    package var queuedCount: Int { foundCount - takenCount }

    /// True when every page that was found has been taken in.
    package var isDone: Bool { takenCount == foundCount }

    // The entries from number `firstKept` on.
    private var entries: [Entry] = []
    private var firstKept = 0
    private var nextToStart = 0
    private var finished: [Int: Page] = [:]
    // The next page to be taken in, once something of it has been looked into.
    private var opened: (isSkipped: Bool, found: [WebURL])?
    private var known: Set<String> = []
    private var takenAddresses: Set<String> = []
    private var hosts: Set<String> = []

    /// Begins a crawl.
    ///
    /// - Parameters:
    ///   - seeds: The pages to begin with, in their order and each as often as it is named; nil for one that is no
    ///     address.
    ///   - options: The limits.
    package init(seeds: [WebURL?], options: Options) {
        self.options = options
        for (number, url) in seeds.enumerated() where number < options.maximumPages ?? .max {
            entries.append(Entry(number: number, depth: 0, url: url))
            guard options.maximumDepth > 0, let url else { continue }
            hosts.insert(url.hostname)
            known.insert(Self.key(url))
        }
    }

    /// The next page to fetch, as far as the window allows.
    package mutating func next() -> Entry? {
        guard nextToStart < foundCount, nextToStart < takenCount + options.window else { return nil }
        defer { nextToStart += 1 }
        return entries[nextToStart - firstKept]
    }

    /// True when so few more pages may be started that it is worth while to wait until there may be more.
    ///
    /// Each time that pages are started the fetcher has to be woken.
    package var isNearlyFull: Bool { takenCount + options.window - nextToStart < min(16, options.window / 8) }

    /// Notes what came of a page that was fetched.
    ///
    /// - Parameter page: The page.
    /// - Returns: True when it is the next to be taken in.
    package mutating func finish(_ page: Page) -> Bool {
        finished[page.entry.number] = page
        return page.entry.number == takenCount
    }

    /// True when a page can be taken in now.
    package var hasFinished: Bool { finished[takenCount] != nil }

    /// Looks into links of the page that is the next to be taken in, before it has come to its end.
    ///
    /// - Parameters:
    ///   - batch: The links, in their order.
    ///   - url: The address that answered.
    /// - Returns: False when the page is left out.
    package mutating func look(into batch: LinkBatch, at url: WebURL?) -> Bool {
        guard options.maximumDepth > 0, takenCount < foundCount else { return true }
        let entry = entries[takenCount - firstKept]
        var page = opened ?? (open(entry, at: url), [])
        if !page.isSkipped { find(in: batch, of: entry, found: &page.found) }
        opened = page
        return !page.isSkipped
    }

    /// Takes the next page in, by the numbers, and finds the pages that it links to.
    ///
    /// - Returns: The page, and the step that leads past it; nil when it has not been fetched yet.
    package mutating func take() -> (page: Page, step: Step)? {
        guard var page = finished.removeValue(forKey: takenCount) else { return nil }
        var found: [WebURL] = []
        var isKnown = page.failure == nil
        if options.maximumDepth > 0 {
            for batch in page.links { _ = look(into: batch, at: page.finalURL) }
            if opened == nil, page.failure == nil { opened = (open(page.entry, at: page.finalURL), []) }
            if let opened { (page.isSkipped, found, isKnown) = (opened.isSkipped, opened.found, true) }
            opened = nil
        }
        let step = Step(number: takenCount, finalURL: isKnown ? page.finalURL : nil, found: found)
        advance(past: page.entry, found: step.found)
        return (page, step)
    }

    /// Notes where a page is.
    ///
    /// - Returns: True when it is left out.
    private mutating func open(_ entry: Entry, at url: WebURL?) -> Bool {
        guard let url else { return false }
        // A seed's redirect says where the site is; any other that leads away leaves the crawl.
        if entry.depth == 0 { hosts.insert(url.hostname) }
        let isRepeated = !takenAddresses.insert(Self.key(url)).inserted
        known.insert(Self.key(url))
        return (isRepeated && entry.depth > 0) || !isInScope(url)
    }

    /// Goes past a page as an earlier run did.
    ///
    /// - Parameter step: What ``take()`` gave then.
    /// - Returns: False when the step is not the next one.
    package mutating func replay(_ step: Step) -> Bool {
        guard step.number == takenCount, takenCount < foundCount, nextToStart == takenCount else { return false }
        let entry = entries[takenCount - firstKept]
        if options.maximumDepth > 0, let url = step.finalURL {
            if entry.depth == 0 { hosts.insert(url.hostname) }
            takenAddresses.insert(Self.key(url))
            known.insert(Self.key(url))
        }
        for url in step.found { known.insert(Self.key(url)) }
        nextToStart += 1
        advance(past: entry, found: step.found)
        return true
    }

    private mutating func advance(past entry: Entry, found: [WebURL]) {
        for url in found { entries.append(Entry(number: foundCount, depth: entry.depth + 1, url: url)) }
        takenCount += 1
        // Removing at the front costs the whole array, so it is done seldom.
        if takenCount - firstKept > 1_024, (takenCount - firstKept) * 2 > entries.count {
            entries.removeFirst(takenCount - firstKept)
            firstKept = takenCount
        }
    }

    private mutating func find(in batch: LinkBatch, of entry: Entry, found: inout [WebURL]) {
        guard entry.depth < options.maximumDepth else { return }
        for index in 0..<batch.count where batch.kind(at: index) == .anchor || batch.kind(at: index) == .frame {
            guard foundCount + found.count < options.maximumPages ?? .max else { return }
            guard let url = batch.url(at: index)?.withoutFragment(), url.isHTTP, isInScope(url) else { continue }
            if known.insert(url.href).inserted { found.append(url) }
        }
    }

    private func isInScope(_ url: WebURL) -> Bool {
        options.spansHosts || hosts.contains(url.hostname)
    }

    private static func key(_ url: WebURL) -> String {
        url.withoutFragment().href
    }
}
