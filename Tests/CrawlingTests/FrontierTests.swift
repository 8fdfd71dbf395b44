import LinkHarvest
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Frontier of a crawl")
struct FrontierTests {
    /// An invented site: the links of each page by its path.
    private static let site: [String: [String]] = [
        "/": ["/a", "/b", "/a#x", "//other.example/", "mailto:a@b", "/"],
        "/a": ["/c", "/b", "/d"], "/b": ["/d", "/e"], "/c": ["/"], "/d": ["/f"], "/e": [], "/f": ["/g"], "/g": [],
    ]

    static func url(_ text: String) throws -> WebURL {
        try #require(WebURL(text, base: WebURL("http://site.example/")))
    }

    private static func links(_ addresses: [String]) throws -> [LinkBatch] {
        linkBatches(try addresses.map { (try url($0).href, .anchor) })
    }

    /// Returns the page that an entry leads to; `redirects` contains the addresses that lead to others.
    private static func page(_ entry: Frontier.Entry, _ redirects: [WebURL: WebURL]) throws -> Frontier.Page {
        let requested = try #require(entry.url)
        let url = redirects[requested] ?? requested
        return Frontier.Page(entry: entry, finalURL: url, links: try links(site[url.path] ?? []))
    }

    /// Runs a crawl in which `pick` chooses the running page that receives the next response.
    private func crawl(
        _ frontier: inout Frontier, steps: Int = .max, redirects: [WebURL: WebURL] = [:], pick: (Int) -> Int
    ) throws -> (paths: [String], skipped: [String], steps: [Frontier.Step]) {
        var running: [Frontier.Entry] = []
        var paths: [String] = []
        var skipped: [String] = []
        var taken: [Frontier.Step] = []
        while !frontier.isDone, taken.count < steps {
            while let entry = frontier.nextPage() { running.append(entry) }
            let entry = running.remove(at: pick(running.count))
            frontier.finish(try Self.page(entry, redirects))
            while taken.count < steps, let (page, step) = frontier.dequeue() {
                let path = try #require(page.entry.url).href
                paths.append(path)
                if page.isSkipped { skipped.append(path) }
                taken.append(step)
            }
        }
        return (paths, skipped, taken)
    }

    private func options(depth: Int, pages: Int? = nil, spans: Bool = false, window: Int = 4) -> Frontier.Options {
        var options = Frontier.Options()
        options.maximumDepth = depth
        options.maximumPages = pages
        options.spansHosts = spans
        options.window = window
        return options
    }

    private func next(_ frontier: inout Frontier) throws -> Frontier.Entry {
        let entry = frontier.nextPage()
        return try #require(entry)
    }

    private func take(_ frontier: inout Frontier) throws -> (page: Frontier.Page, step: Frontier.Step) {
        let taken = frontier.dequeue()
        return try #require(taken)
    }

    @Test(
        "Pages are dequeued breadth first and once, whatever the order of the responses", arguments: [1, 2, 4, 100],
        0..<8)
    func order(window: Int, seed: Int) throws {
        var frontier = Frontier(seeds: [try Self.url("/")], options: options(depth: 9, window: window))
        var state = UInt64(seed)
        let result = try crawl(&frontier) { count in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int(state >> 33) % count
        }
        let expected = ["/", "/a", "/b", "/c", "/d", "/e", "/f", "/g"].map { "http://site.example" + $0 }
        #expect(result.paths == expected)
    }

    @Test(
        "Depth, number of pages and hosts limit a crawl",
        arguments: [
            (0, nil, false, ["/"]), (1, nil, false, ["/", "/a", "/b"]),
            (2, nil, false, ["/", "/a", "/b", "/c", "/d", "/e"]), (9, 4, false, ["/", "/a", "/b", "/c"]),
            (9, 1, false, ["/"]), (1, nil, true, ["/", "/a", "/b", "//other.example/"]),
        ] as [(Int, Int?, Bool, [String])])
    func bounds(depth: Int, pages: Int?, spans: Bool, expected: [String]) throws {
        var frontier = Frontier(
            seeds: [try Self.url("/")], options: options(depth: depth, pages: pages, spans: spans))
        let paths = try crawl(&frontier) { _ in 0 }.paths
        #expect(try paths == expected.map { try Self.url($0).href })
        #expect(frontier.queuedCount == 0)
    }

    @Test("A crawl that was interrupted anywhere continues as if it had not been", arguments: 0..<8)
    func replay(stopsAfter: Int) throws {
        let seeds = [try Self.url("/")]
        var whole = Frontier(seeds: seeds, options: options(depth: 9))
        let all = try crawl(&whole) { _ in 0 }
        var first = Frontier(seeds: seeds, options: options(depth: 9))
        let begun = try crawl(&first, steps: stopsAfter) { $0 - 1 }
        var second = Frontier(seeds: seeds, options: options(depth: 9))
        for step in begun.steps {
            let isTaken = second.replay(step)
            #expect(isTaken)
        }
        let rest = try crawl(&second) { _ in 0 }
        #expect(begun.paths + rest.paths == all.paths)
        #expect(second.isDone)
    }

    @Test("A resumed crawl knows the hosts and addresses that redirects led to", arguments: 0..<6)
    func replayedRedirects(stopsAfter: Int) throws {
        let seeds = [try Self.url("//old.example/")]
        let pairs = [("//old.example/", "/"), ("/a", "/d"), ("/e", "/d")]
        let redirects = Dictionary(
            uniqueKeysWithValues: try pairs.map { (try Self.url($0.0), try Self.url($0.1)) })
        var whole = Frontier(seeds: seeds, options: options(depth: 9))
        let all = try crawl(&whole, redirects: redirects) { _ in 0 }
        #expect(try all.paths == ["//old.example/", "/a", "/b", "/f", "/e", "/g"].map { try Self.url($0).href })
        #expect(try all.skipped == [Self.url("/e").href])
        var second = Frontier(seeds: seeds, options: options(depth: 9))
        for step in all.steps.prefix(stopsAfter) {
            let isTaken = second.replay(step)
            #expect(isTaken)
        }
        let rest = try crawl(&second, redirects: redirects) { _ in 0 }
        #expect(Array(all.paths.dropFirst(stopsAfter)) == rest.paths)
        #expect(stopsAfter > 4 || rest.skipped == all.skipped)
    }

    @Test("A step of another crawl is refused")
    func foreignStep() throws {
        var frontier = Frontier(seeds: [try Self.url("/")], options: options(depth: 1))
        var isTaken: [Bool] = []
        for number in [1, 0, 1] {
            isTaken.append(frontier.replay(Frontier.Step(number: number, finalURL: nil, found: [])))
        }
        #expect(isTaken == [false, true, false])
    }

    @Test("A redirect to a known page or another host is skipped; that of a seed extends the scope")
    func redirects() throws {
        let seed = try #require(WebURL("http://old.example/"))
        var frontier = Frontier(seeds: [seed], options: options(depth: 2))
        let first = try next(&frontier)
        let links = try Self.links(["/x", "/y", "/z"])
        frontier.finish(Frontier.Page(entry: first, finalURL: try Self.url("/"), links: links))
        let count = try take(&frontier).step.found.count
        #expect(count == 3)
        let targets = ["/y", "/y", "//away.example/"]
        var skipped: [Bool] = []
        for target in targets {
            let entry = try next(&frontier)
            let found = try Self.links(["/new" + target.filter { $0 != "/" }])
            frontier.finish(Frontier.Page(entry: entry, finalURL: try Self.url(target), links: found))
            let taken = try take(&frontier)
            skipped.append(taken.page.isSkipped)
            #expect(taken.step.found.isEmpty == taken.page.isSkipped)
        }
        #expect(skipped == [false, true, true])
    }

    @Test("Links to images, styles and forms are not followed, frames are")
    func kinds() throws {
        var frontier = Frontier(seeds: [try Self.url("/")], options: options(depth: 1))
        let entry = try next(&frontier)
        let links = linkBatches(LinkKind.allCases.map { ("/" + $0.rawValue, $0) }, base: entry.url)
        frontier.finish(Frontier.Page(entry: entry, finalURL: entry.url, links: links))
        let paths = try take(&frontier).step.found.map(\.path)
        #expect(paths == ["/anchor", "/frame"])
    }

    @Test("Without a crawl, repeated inputs and inputs without a URL keep their positions")
    func plainList() throws {
        let url = try Self.url("/")
        var frontier = Frontier(seeds: [url, nil, url], options: options(depth: 0))
        var entries: [Frontier.Entry] = []
        while let entry = frontier.nextPage() { entries.append(entry) }
        #expect(entries.map(\.url) == [url, nil, url])
        for entry in entries.reversed() {
            frontier.finish(Frontier.Page(entry: entry, finalURL: entry.url))
            #expect(frontier.isTurn(of: entry) == (entry.number == 0))
        }
        while let (page, _) = frontier.dequeue() { #expect(!page.isSkipped) }
        #expect(frontier.isDone)
    }

    @Test("A million pages are numbered in time and in bounded memory")
    func million() throws {
        var frontier = Frontier(seeds: [try Self.url("/0")], options: options(depth: 1_000_000, window: 1))
        for number in 0..<20_000 {
            let entry = try next(&frontier)
            let links = try Self.links((1...3).map { "/\(number * 3 + $0)" })
            frontier.finish(Frontier.Page(entry: entry, finalURL: entry.url, links: links))
            let taken = try take(&frontier)
            #expect(taken.page.entry.number == number)
        }
        #expect(frontier.foundCount == 60_001)
    }
}
