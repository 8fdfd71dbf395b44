import DownloadQueue
import FoundationEssentials
import Testing
import WHATWGURL

@Suite("State that a new beginning does not keep")
struct CarriedStateTests {
    private let machine = QueueMachine()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func item(_ state: QueueState) throws -> QueueItem {
        let url = try #require(WebURL("https://example.org/a.bin"))
        var item = QueueItem(id: "abc", request: NewQueueItem(url: url, directory: "/d"), addedAt: now)
        item.state = state
        item.fileName = "a.bin"
        item.partName = "a.bin.leftoff-part"
        return item
    }

    @Test("A retry begins with no attempts, failures, error or delay", arguments: [QueueState.waiting, .failed])
    func retry(state: QueueState) throws {
        var item = try item(state)
        (item.attempts, item.failures) = (7, 5)
        item.error = QueueFailure(.http, "no")
        item.notBefore = now.addingTimeInterval(60)
        item.waitingSince = now
        item.finishedAt = now
        let retried = try machine.apply(.retry, to: item, at: now).item
        #expect(retried.state == .ready && retried.attempts == 0 && retried.failures == 0)
        #expect(retried.error == nil && retried.finishedAt == nil)
        #expect(retried.notBefore == nil && retried.waitingSince == nil)
    }

    @Test("A resumed download forgets a delay that is over")
    func resume() throws {
        var item = try item(.paused)
        item.notBefore = now
        item.waitingSince = now.addingTimeInterval(-60)
        let resumed = try machine.apply(.resume, to: item, at: now).item
        #expect(resumed.state == .ready && resumed.notBefore == nil && resumed.waitingSince == nil)
    }

    @Test("A download that goes back from verifying to running forgets the digest of the file that it did not finish")
    func digest() throws {
        let lease = QueueLease(owner: "w", epoch: 1, until: now.addingTimeInterval(60))
        var item = try item(.verifying)
        item.lease = lease
        item.sha256 = "ff"
        let restarted = try machine.apply(.progressed(.nothing), lease: lease, to: item, at: now).item
        #expect(restarted.state == .running && restarted.content == .nothing && restarted.sha256 == nil)
        let verifying = try machine.apply(.verifying(.nothing), lease: lease, to: item, at: now).item
        #expect(verifying.state == .verifying && verifying.sha256 == nil)
    }

    private func fail(_ item: QueueItem, _ failure: QueueFailure) throws -> QueueTransition {
        let claimed = machine.claim(item, owner: "w", at: now)
        let event = QueueEvent.failed(failure, retryAfter: nil, jitter: 0)
        return try machine.apply(event, lease: try #require(claimed.lease), to: claimed, at: now)
    }

    @Test("Failures for lack of space and other failures are counted separately")
    func spaceFailures() throws {
        var item = try item(.ready)
        for _ in 0..<3 { item = try fail(item, QueueFailure(.connect, "x")).item }
        #expect(item.failures == 3)
        item = try fail(item, QueueFailure(.disk, "full", needsSpace: true)).item
        #expect(item.failures == 1)
        item = try fail(item, QueueFailure(.disk, "full", needsSpace: true)).item
        #expect(item.failures == 2)
        item = try fail(item, QueueFailure(.connect, "x")).item
        #expect(item.failures == 1)
    }

    @Test(
        "Of a download that has failed, only bytes that can be used again are kept",
        arguments: [(10, nil, 10, true), (9, nil, 10, false), (9, "\"v\"", 10, true), (0, nil, 0, false)]
            as [(Int64, String?, Int64, Bool)])
    func failedBytes(bytes: Int64, tag: String?, total: Int64, isKept: Bool) throws {
        var item = try item(.ready)
        item.content = PartialContent(durableBytes: bytes, total: total, etag: tag)
        let failed = try fail(item, QueueFailure(.http, "gone", isLasting: true))
        #expect(failed.item.state == .failed && failed.item.content.durableBytes == (isKept ? bytes : 0))
        #expect(failed.actions.contains(.discardPartialFile) == !isKept)
    }

    @Test("A date is a validator only for a response without an entity tag (RFC 9110, section 13.1.5)")
    func validator() {
        func validator(_ tag: String?, _ date: String?) -> String? {
            PartialContent(durableBytes: 1, etag: tag, lastModified: date).validator
        }
        #expect(validator("\"v\"", "date") == "\"v\"" && validator(nil, "date") == "date")
        #expect(validator("W/\"v\"", "date") == nil && validator(nil, nil) == nil)
    }

    @Test("The JSON of an item contains the credentials of its URL only on request")
    func credentials() throws {
        let url = try #require(WebURL("https://ada:secret@example.org/a.bin"))
        let item = QueueItem(id: "abc", request: NewQueueItem(url: url, directory: "/d"), addedAt: now)
        func text(_ json: QueueItemJSON) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            return String(decoding: try encoder.encode(json), as: UTF8.self)
        }
        #expect(try text(QueueItemJSON(item)).contains("\"url\":\"https://example.org/a.bin\""))
        #expect(
            try text(QueueItemJSON(item, includesCredentials: true)).contains("https://ada:secret@example.org/a.bin"))
    }
}
