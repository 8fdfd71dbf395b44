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
}
