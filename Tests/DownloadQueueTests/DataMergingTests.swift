import DownloadQueue
import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@Suite("Repeated requests that are data")
struct DataMergingTests {
    private let machine = QueueMachine()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func request(_ sign: String, root: String? = nil) throws -> NewQueueItem {
        var request = NewQueueItem(
            url: try #require(WebURL("https://example.org/a")), directory: "/d",
            checksum: try Checksum("md5=" + String(repeating: sign, count: 32)), referer: "https://\(sign)/",
            headers: [HeaderField(name: "Accept", value: sign)], priority: sign == "a" ? 1 : 2)
        request.userAgent = sign
        request.proxy = "http://\(sign):1"
        request.netrcPath = "/\(sign)/netrc"
        request.cookiesPath = "/\(sign)/jar"
        request.snapshot = sign
        request.startAt = now.addingTimeInterval(sign == "a" ? 60 : 6_000)
        request.privateHosts = PrivateHosts(includesOwn: sign == "b", others: [sign])
        request.root = root
        return request
    }

    private func item(_ request: NewQueueItem, _ state: QueueState = .ready) -> QueueItem {
        var item = QueueItem(id: "abc", request: request, addedAt: now)
        item.state = state
        item.fileName = "a"
        return item
    }

    @Test(
        "A list changes nothing of a person's download", arguments: [QueueState.ready, .waiting, .paused, .quarantined])
    func unchanged(state: QueueState) throws {
        let old = item(try request("a"), state)
        #expect(try machine.merge(try request("b", root: "/d"), into: old, at: now) == old)
    }

    @Test("A list adds what a download lacks, but no delay and no private hosts")
    func gaps() throws {
        var plain = NewQueueItem(url: try #require(WebURL("https://example.org/a")), directory: "/d")
        plain.privateHosts = .none
        let new = try request("b", root: "/d")
        let merged = try machine.merge(new, into: item(plain), at: now)
        #expect(merged.request.checksum == new.checksum && merged.request.referer == new.referer)
        #expect(merged.request.userAgent == "b" && merged.request.snapshot == "b")
        #expect(merged.request.privateHosts == .none && merged.request.startAt == nil && merged.root == nil)
        #expect(merged.request.priority == 0 && merged.state == .ready && merged.notBefore == nil)
    }

    @Test("A list neither retries a quarantined download nor drops its digest, even one of another list")
    func quarantined() throws {
        let old = item(try request("a", root: "/d"), .quarantined)
        let merged = try machine.merge(try request("b", root: "/d"), into: old, at: now)
        #expect(merged == old)
    }

    @Test("A list retries a failed download with the settings of the person")
    func failed() throws {
        let old = item(try request("a"), .failed)
        let merged = try machine.merge(try request("b", root: "/d"), into: old, at: now)
        #expect(merged.state != .failed && merged.request == old.request)
    }

    @Test("A person's request replaces what a list has set, and confirms the directory")
    func person() throws {
        let new = try request("b")
        let merged = try machine.merge(new, into: item(try request("a", root: "/d")), at: now)
        #expect(merged.root == nil && merged.request.checksum == new.checksum && merged.request.proxy == new.proxy)
        #expect(merged.request.referer == new.referer && merged.request.headers == new.headers)
    }
}
