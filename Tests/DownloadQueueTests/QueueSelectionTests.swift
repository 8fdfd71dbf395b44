import DownloadQueue
import FoundationEssentials
import Testing
import WHATWGURL

@Suite("Selections of downloads")
struct QueueSelectionTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func item(
        _ address: String, state: QueueState = .ready, endedAfter seconds: Double? = nil
    ) throws -> QueueItem {
        let url = try #require(WebURL(address))
        var item = QueueItem(
            id: "a", request: NewQueueItem(url: url, directory: "/d"), addedAt: now.addingTimeInterval(-1_000))
        item.state = state
        item.finishedAt = seconds.map { item.addedAt.addingTimeInterval($0) }
        return item
    }

    @Test(
        "A host matches all ports, a host with a port only that one, and a pattern the subdomains",
        arguments: [
            ("example.org", "https://example.org/a", true), ("example.org", "http://example.org:8080/a", true),
            ("EXAMPLE.org", "https://example.org/a", true), ("example.org", "https://www.example.org/a", false),
            ("example.org", "https://notexample.org/a", false),
            ("example.org:8080", "http://example.org:8080/a", true),
            ("example.org:8080", "http://example.org/a", false),
            ("example.org:443", "https://example.org/a", true), ("example.org:443", "http://example.org/a", false),
            ("example.org:80", "http://example.org/a", true), ("*.example.org", "https://www.example.org/a", true),
            ("*.example.org", "https://a.b.example.org:8443/a", true),
            ("*.example.org", "https://example.org/a", false),
            ("*.example.org:81", "http://www.example.org:81/a", true),
            ("*.example.org:81", "http://www.example.org/a", false),
            ("bücher.example", "http://xn--bcher-kva.example/", true),
            ("[::1]", "http://[::1]:8000/", true), ("[::1]:8000", "http://[::1]:8000/", true),
            ("[::1]:8001", "http://[::1]:8000/", false), ("127.1", "http://127.0.0.1/", true),
        ])
    func hosts(pattern: String, address: String, isMatch: Bool) throws {
        let pattern = try #require(HostPattern(pattern))
        #expect(pattern.matches(try #require(WebURL(address))) == isMatch)
    }

    @Test(
        "Any other text is no pattern of hosts",
        arguments: [
            "", "*", "*.", "https://example.org", "example.org/a", "a b", "example.org:", "example.org:x",
            "example.org:65536", "example.org:-1", "u@example.org", "[::1", "**.example.org", "example.*",
        ])
    func noHosts(text: String) { #expect(HostPattern(text) == nil) }

    @Test("A download is as old as the time since it ended, or since it was added if it has not ended")
    func ages() throws {
        let selection = QueueSelection(olderThan: .seconds(600))
        #expect(selection.matches(try item("http://h/"), at: now))
        #expect(selection.matches(try item("http://h/", state: .failed, endedAfter: 400), at: now))
        #expect(!selection.matches(try item("http://h/", state: .done, endedAfter: 401), at: now))
        // The clock was set back.
        #expect(!selection.matches(try item("http://h/"), at: now.addingTimeInterval(-5_000)))
        #expect(QueueSelection(olderThan: .zero).matches(try item("http://h/"), at: now))
    }

    @Test("All conditions of a selection must be met, and without conditions it contains everything")
    func combined() throws {
        let done = try item("https://example.org/a", state: .done, endedAfter: 10)
        #expect(QueueSelection().matches(done, at: now))
        let host = try #require(HostPattern("example.org"))
        var selection = QueueSelection(states: [.done, .failed], host: host, olderThan: .seconds(900))
        #expect(selection.matches(done, at: now))
        selection.states = [.failed]
        #expect(!selection.matches(done, at: now))
        selection.states = nil
        selection.host = HostPattern("other.example")
        #expect(!selection.matches(done, at: now))
        selection.host = nil
        selection.olderThan = .seconds(991)
        #expect(!selection.matches(done, at: now))
    }
}
