import DownloadQueue
import Downloads
import Fetching
import Foundation
import Store
import Testing
import WHATWGURL

@testable import QueueControl

@Suite("Messages of a run")
struct QueueMessageTests {
    private let now = QueueHome.now

    @Test("A failed attempt names its error, and a waiting one the next attempt as well")
    func failures() throws {
        var item = try QueueHome.item("a", state: .failed)
        item.error = QueueFailure(.http, "http://example.org/a: HTTP 404", isLasting: true)
        #expect(QueueMessage.line(for: .ended(item), at: now) == "leftoff: http://example.org/a: HTTP 404")
        item.state = .waiting
        item.notBefore = now.addingTimeInterval(12)
        #expect(
            QueueMessage.line(for: .ended(item), at: now)
                == "leftoff: http://example.org/a: HTTP 404; next attempt in 12 s")
    }

    @Test("Finished and started attempts are logged only with --verbose, without credentials")
    func details() throws {
        var item = try QueueHome.item("a", state: .done)
        #expect(QueueMessage.line(for: .ended(item), at: now) == nil)
        item.fileName = "a"
        item.sha256 = "ab"
        #expect(
            QueueMessage.detailedLine(for: .ended(item))
                == "leftoff: http://example.org/a: /tmp/files/a, 0 bytes, SHA-256 ab")
        item.attempts = 2
        item.content.durableBytes = 100
        #expect(
            QueueMessage.detailedLine(for: .started(item))
                == "leftoff: http://example.org/a: attempt 2, continuing at byte 100")
        #expect(QueueMessage.detailedLine(for: .idle) == nil)
    }

    @Test("Deferred downloads are counted with the time of the next attempt")
    func deferred() {
        #expect(
            QueueMessage.deferred(1, nextAttempt: nil, at: now)
                == "leftoff: 1 download deferred: its host failed or asked to retry later; run the queue again then")
        #expect(
            QueueMessage.deferred(2, nextAttempt: now.addingTimeInterval(600), at: now)
                == "leftoff: 2 downloads deferred: their hosts failed or asked to retry later; next attempt in 10 min; "
                + "run the queue again then")
    }

    @Test("The summary counts finished, failed and waiting downloads")
    func summary() throws {
        var activity = QueueActivity(left: 3)
        var done = try QueueHome.item("a", state: .done)
        done.content.durableBytes = 2_048
        activity.update(.ended(done))
        #expect(QueueMessage.summary(activity, at: now) == "1 file done, 2.0 KiB")
        activity.update(.ended(try QueueHome.item("b", state: .failed)))
        activity.update(.summary(QueueSummary(counts: [.waiting: 1], nextClaim: now.addingTimeInterval(90))))
        #expect(
            QueueMessage.summary(activity, at: now)
                == "1 file done, 2.0 KiB, 1 failed, 1 waiting, next attempt in 90 s; run the queue again later")
    }

    @Test("The summary of a stopped run counts finished, failed and remaining downloads, and says how to continue")
    func stopped() throws {
        var activity = QueueActivity(left: 3)
        activity.update(.ended(try QueueHome.item("a", state: .done)))
        #expect(QueueMessage.stopped(activity, left: 0) == "stopped: 1 file done")
        activity.update(.ended(try QueueHome.item("b", state: .failed)))
        #expect(
            QueueMessage.stopped(activity, left: 2)
                == "stopped: 1 file done, 1 failed, 2 left; continue with 'leftoff queue run'")
    }
}
