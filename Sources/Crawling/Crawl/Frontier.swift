package import LinkHarvest
package import WHATWGURL

/// The queue of a run's pages, which alone decides which page is read next: ``nextPage()``.
///
/// This is a pure state machine. Its order is breadth first and does not depend on response times. Pages are numbered
/// in the order in which they are found. The pages within a window may be fetched in any order, but they are dequeued
/// in the order of their numbers. The links of a page are numbered when the page is dequeued. A list of inputs that are
/// not crawled is a crawl of depth 0.
package struct Frontier: Sendable {
    /// The limits of a crawl.
    package struct Options: Sendable, Hashable {
        /// The maximum distance from the seeds, in links; 0 for the seeds only.
        package var maximumDepth = 0
        /// The maximum number of pages; nil for no limit.
        package var maximumPages: Int?
        /// True if pages on hosts other than those of the seeds are fetched.
        package var spansHosts = false
        /// The maximum number of pages that are being fetched or wait for an earlier page.
        ///
        /// It limits the memory.
        package var window = 256

        /// Creates options for the seeds only.
        package init() {}
    }

    /// A page to fetch.
    package struct Entry: Sendable, Hashable {
        /// The page's number in the order of the crawl, from 0.
        package let number: Int
        /// The distance from the seeds, in links.
        package let depth: Int
        /// The URL; nil for a seed without one, such as a file.
        package let url: WebURL?
    }

    /// A page that was fetched or failed.
    package struct Page: Sendable {
        /// The page in the order of the crawl.
        package var entry: Entry
        /// The URL of the response, after redirects; nil if there was no response.
        var finalURL: WebURL?
        /// The page's links in document order, without those that were passed to ``Frontier/inspect(_:at:)``.
        package var links: [LinkBatch]
        /// The error, if the page is missing or incomplete.
        package var failure: (any Error)?
        /// True if the page is skipped without a message, because it redirects to a known page or to a host that is out
        /// of scope.
        var isSkipped = false

        /// Creates a page.
        package init(
            entry: Entry, finalURL: WebURL? = nil, links: [LinkBatch] = [], failure: (any Error)? = nil
        ) {
            self.entry = entry
            self.finalURL = finalURL
            self.links = links
            self.failure = failure
        }
    }

    /// The record of a dequeued page, from which a crawl can be resumed.
    package struct Step: Sendable, Hashable {
        /// The page's number.
        package var number: Int
        /// The URL of the response; nil if there was no response.
        var finalURL: WebURL?
        /// The pages that were first found in this page.
        package var found: [WebURL]

        /// Creates a step.
        init(number: Int, finalURL: WebURL?, found: [WebURL]) {
            self.number = number
            self.finalURL = finalURL
            self.found = found
        }
    }

    /// The limits.
    package let options: Options

    /// The number of pages dequeued so far.
    package private(set) var dequeuedCount = 0

    /// The number of pages found so far, including the dequeued ones.
    var foundCount: Int { firstKept + entries.count }

    /// The number of pages that are waiting or being fetched.
    var queuedCount: Int { foundCount - dequeuedCount }

    /// True if every page found has been dequeued.
    var isDone: Bool { dequeuedCount == foundCount }

    // The entries from number `firstKept` on.
    private var entries: [Entry] = []
    private var firstKept = 0
    private var nextToStart = 0
    private var finished: [Int: Page] = [:]
    // The state of the next page to dequeue; nil until some of its links have been inspected.
    private var opened: (isSkipped: Bool, found: [WebURL])?
    private var known: Set<String> = []
    private var visitedURLs: Set<String> = []
    private var hosts: Set<String> = []

    /// Creates the frontier of a new crawl.
    ///
    /// - Parameters:
    ///   - seeds: The pages to start with; a repeated seed is kept, and a seed without a URL is nil.
    ///   - options: The scope of the crawl.
    package init(seeds: [WebURL?], options: Options) {
        self.options = options
        for (number, url) in seeds.enumerated() where number < options.maximumPages ?? .max {
            entries.append(Entry(number: number, depth: 0, url: url))
            guard options.maximumDepth > 0, let url else { continue }
            hosts.insert(url.hostname)
            known.insert(Self.key(url))
        }
    }

    /// Returns the next page to fetch; nil if there is none within the window.
    package mutating func nextPage() -> Entry? {
        guard nextToStart < foundCount, nextToStart < dequeuedCount + options.window else { return nil }
        defer { nextToStart += 1 }
        return entries[nextToStart - firstKept]
    }

    /// True if the window has space for so few pages that it is better to start them later, together with others.
    ///
    /// Starting pages wakes the fetcher's thread, which costs more than handling a few pages.
    var isNearlyFull: Bool { dequeuedCount + options.window - nextToStart < min(16, options.window / 8) }

    /// Receives a page that was fetched or failed; pages may arrive in any order.
    ///
    /// - Parameter page: The page with its remaining links.
    package mutating func finish(_ page: Page) {
        finished[page.entry.number] = page
    }

    /// Returns true if the page is the next one to dequeue, so that its links are passed on as they are found.
    func isTurn(of entry: Entry) -> Bool { entry.number == dequeuedCount }

    /// True if a page can be dequeued.
    var hasFinished: Bool { finished[dequeuedCount] != nil }

    /// Inspects links of the next page to dequeue, before the page has ended.
    ///
    /// - Parameters:
    ///   - batch: The next links in document order.
    ///   - url: The URL of the response.
    /// - Returns: False if the page is skipped.
    mutating func inspect(_ batch: LinkBatch, at url: WebURL?) -> Bool {
        guard options.maximumDepth > 0, dequeuedCount < foundCount else { return true }
        let entry = entries[dequeuedCount - firstKept]
        var page = opened ?? (open(entry, at: url), [])
        if !page.isSkipped { find(in: batch, of: entry, found: &page.found) }
        opened = page
        return !page.isSkipped
    }

    /// Removes the next page and adds the pages that it links to.
    ///
    /// - Returns: The page and the step to record; nil if the page has not been fetched yet.
    mutating func dequeue() -> (page: Page, step: Step)? {
        guard var page = finished.removeValue(forKey: dequeuedCount) else { return nil }
        var found: [WebURL] = []
        var isKnown = page.failure == nil
        if options.maximumDepth > 0 {
            for batch in page.links { _ = inspect(batch, at: page.finalURL) }
            if opened == nil, page.failure == nil { opened = (open(page.entry, at: page.finalURL), []) }
            if let opened { (page.isSkipped, found, isKnown) = (opened.isSkipped, opened.found, true) }
            opened = nil
        }
        let step = Step(number: dequeuedCount, finalURL: isKnown ? page.finalURL : nil, found: found)
        advance(past: page.entry, found: step.found)
        return (page, step)
    }

    /// Registers the final URL of a page.
    ///
    /// - Returns: True if the page is skipped.
    private mutating func open(_ entry: Entry, at url: WebURL?) -> Bool {
        guard let url else { return false }
        // If a seed is redirected, its target extends the scope. Any other redirect to another host is out of scope.
        if entry.depth == 0 { hosts.insert(url.hostname) }
        let isRepeated = !visitedURLs.insert(Self.key(url)).inserted
        known.insert(Self.key(url))
        return (isRepeated && entry.depth > 0) || !isInScope(url)
    }

    /// Skips a page that an earlier run has dequeued.
    ///
    /// - Parameter step: The step that ``dequeue()`` returned in the earlier run.
    /// - Returns: False if it is not the next step.
    package mutating func replay(_ step: Step) -> Bool {
        guard step.number == dequeuedCount, dequeuedCount < foundCount, nextToStart == dequeuedCount else {
            return false
        }
        let entry = entries[dequeuedCount - firstKept]
        if options.maximumDepth > 0, let url = step.finalURL {
            if entry.depth == 0 { hosts.insert(url.hostname) }
            visitedURLs.insert(Self.key(url))
            known.insert(Self.key(url))
        }
        for url in step.found { known.insert(Self.key(url)) }
        nextToStart += 1
        advance(past: entry, found: step.found)
        return true
    }

    private mutating func advance(past entry: Entry, found: [WebURL]) {
        for url in found { entries.append(Entry(number: foundCount, depth: entry.depth + 1, url: url)) }
        dequeuedCount += 1
        // Removing at the front moves the whole array, so it is done rarely.
        if dequeuedCount - firstKept > 1_024, (dequeuedCount - firstKept) * 2 > entries.count {
            entries.removeFirst(dequeuedCount - firstKept)
            firstKept = dequeuedCount
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
