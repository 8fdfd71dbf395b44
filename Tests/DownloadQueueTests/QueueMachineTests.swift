import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import DownloadQueue

@Suite("The queue's rules")
struct QueueMachineTests {
    private let machine = QueueMachine()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func item(_ state: QueueState, held: Bool = false) throws -> QueueItem {
        let url = try #require(WebURL("https://example.org/a.bin"))
        var item = QueueItem(id: "abc", request: NewQueueItem(url: url, directory: "/d"), addedAt: now)
        item.state = state
        item.fileName = "a.bin"
        item.partName = "a.bin.leftoff-part"
        if held {
            item.epoch = 1
            item.lease = QueueLease(owner: "w", epoch: 1, until: now.addingTimeInterval(60))
        }
        return item
    }

    private func lease(_ item: QueueItem) throws -> QueueLease { try #require(item.lease) }

    struct Claimable: Sendable {
        var state: QueueState
        var notBefore: Double?
        var leaseEnd: Double?
        var isGone = false
        var expected: Bool
    }

    @Test(
        "An item can be claimed when it is ready, has waited, or lost its worker",
        arguments: [
            Claimable(state: .ready, expected: true),
            Claimable(state: .waiting, notBefore: 1, expected: false),
            Claimable(state: .waiting, notBefore: 0, expected: true),
            Claimable(state: .running, leaseEnd: 1, expected: false),
            Claimable(state: .running, leaseEnd: 0, expected: true),
            Claimable(state: .running, leaseEnd: 60, isGone: true, expected: true),
            // The clock was set back an hour after the claim.
            Claimable(state: .running, leaseEnd: 3_660, expected: true),
            Claimable(state: .verifying, leaseEnd: 1, expected: false),
            Claimable(state: .verifying, leaseEnd: -1, expected: true),
            Claimable(state: .paused, expected: false),
            Claimable(state: .done, expected: false),
            Claimable(state: .failed, expected: false),
            Claimable(state: .quarantined, expected: false),
            Claimable(state: .cancelled, leaseEnd: -1, expected: false),
        ])
    func claimable(row: Claimable) throws {
        var item = try item(row.state)
        item.notBefore = row.notBefore.map(now.addingTimeInterval)
        item.lease = row.leaseEnd.map { QueueLease(owner: "w", epoch: 0, until: now.addingTimeInterval($0)) }
        #expect(machine.isClaimable(item, at: now, goneOwners: row.isGone ? ["w"] : []) == row.expected)
    }

    @Test("A claim raises epoch and attempts and lasts a minute")
    func claim() throws {
        var waiting = try item(.waiting)
        waiting.epoch = 3
        waiting.notBefore = now
        let item = machine.claim(waiting, owner: "w", at: now)
        #expect(item.state == .running)
        #expect(item.lease == QueueLease(owner: "w", epoch: 4, until: now.addingTimeInterval(60)))
        #expect(item.attempts == 1)
        #expect(item.notBefore == nil)
    }

    @Test("A claimed item that already has a digest continues with verifying")
    func claimOfCommitted() throws {
        var item = try item(.ready)
        item.sha256 = "00"
        #expect(machine.claim(item, owner: "w", at: now).state == .verifying)
    }

    @Test("A worker without a lease, with an older one or with an expired one cannot write", arguments: [0, 1, 2, 3])
    func fence(kind: Int) throws {
        var item = try item(.running, held: true)
        var own = try lease(item)
        var time = now
        switch kind {
        case 0: item.lease = nil
        case 1: own.owner = "other"
        case 2: item.lease?.epoch = 2
        default: time = now.addingTimeInterval(60)
        }
        for event: QueueEvent in [.completed, .released, .progressed(.nothing), .renewed(until: now), .named("b")] {
            #expect(throws: QueueError.leaseLost(id: "abc")) {
                try machine.apply(event, lease: own, to: item, at: time)
            }
        }
    }

    @Test("A successful download goes from running through verifying to done")
    func success() throws {
        var item = try item(.running, held: true)
        let lease = try lease(item)
        let content = PartialContent(durableBytes: 5, total: 10, etag: "\"a\"")
        item = try machine.apply(.named("b.bin"), lease: lease, to: item, at: now).item
        #expect(item.partName == "b.bin.leftoff-part")
        #expect(item.path == "/d/b.bin")
        item = try machine.apply(.progressed(content), lease: lease, to: item, at: now).item
        #expect(item.bytes == 5)
        item = try machine.apply(.verifying(content), lease: lease, to: item, at: now).item
        #expect(item.state == .verifying)
        item = try machine.apply(.committing(fileName: "b (1).bin", sha256: "ff"), lease: lease, to: item, at: now).item
        #expect(item.partName == "b.bin.leftoff-part")
        let transition = try machine.apply(.completed, lease: lease, to: item, at: now)
        #expect(transition.item.state == .done)
        #expect(transition.item.path == "/d/b (1).bin")
        #expect(transition.item.sha256 == "ff")
        #expect(transition.item.lease == nil)
        #expect(transition.item.partName == nil)
        #expect(transition.item.finishedAt == now)
        #expect(transition.actions.isEmpty)
    }

    @Test("A stored failure contains the URL without its password")
    func failureWithoutPassword() throws {
        var item = try item(.running, held: true)
        item.request.url = try #require(WebURL("http://user:secret@h/a?b"))
        let failure = QueueFailure(.http, "\(item.url.href): the server answered 404", isLasting: true)
        let failed = try machine.apply(
            .failed(failure, retryAfter: nil, jitter: 1), lease: lease(item), to: item, at: now
        ).item
        #expect(failed.error?.message == "http://h/a?b: the server answered 404")
    }

    @Test("A stored failure has a message of bounded length")
    func longFailure() throws {
        let item = try item(.running, held: true)
        let failure = QueueFailure(.http, String(repeating: "\u{E9}", count: 10_000), isLasting: true)
        let failed = try machine.apply(
            .failed(failure, retryAfter: nil, jitter: 1), lease: lease(item), to: item, at: now
        ).item
        #expect(failed.error?.message == String(repeating: "\u{E9}", count: 4_096))
    }

    @Test("An item cannot be completed before its digest has been recorded")
    func completedWithoutDigest() throws {
        let item = try item(.verifying, held: true)
        #expect(throws: QueueError.self) { try machine.apply(.completed, lease: lease(item), to: item, at: now) }
    }

    struct Held: Sendable {
        var state: QueueState
        var event: QueueEvent
        var next: QueueState
        var actions: [QueueAction]
    }

    private static let failure = QueueFailure(.connect, "no route")
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        "Each event from a worker leads to the right state",
        arguments: [
            Held(state: .running, event: .released, next: .ready, actions: [.wake(at: start)]),
            Held(state: .verifying, event: .released, next: .ready, actions: [.wake(at: start)]),
            Held(state: .paused, event: .released, next: .paused, actions: []),
            Held(state: .cancelled, event: .released, next: .cancelled, actions: [.discardPartialFile, .forget]),
            Held(state: .cancelled, event: .completed, next: .cancelled, actions: [.forget]),
            Held(
                state: .paused, event: .failed(failure, retryAfter: nil, jitter: 1), next: .paused, actions: []),
            Held(
                state: .running, event: .failed(failure, retryAfter: nil, jitter: 1), next: .waiting,
                actions: [.wake(at: start.addingTimeInterval(2))]),
            Held(
                state: .running,
                event: .failed(QueueFailure(.http, "404", isLasting: true), retryAfter: nil, jitter: 1), next: .failed,
                actions: [.discardPartialFile]),
            Held(
                state: .verifying,
                event: .quarantined(fileName: "a.bin", sha256: "ff", QueueFailure(.checksum, "wrong")),
                next: .quarantined, actions: []),
            // The file already has its name, so a pause at this moment comes too late.
            Held(
                state: .paused,
                event: .quarantined(fileName: "a.bin", sha256: "ff", QueueFailure(.checksum, "wrong")),
                next: .quarantined, actions: []),
        ])
    func events(row: Held) throws {
        let item = try item(row.state, held: true)
        let transition = try machine.apply(row.event, lease: lease(item), to: item, at: now)
        #expect(transition.item.state == row.next)
        #expect(transition.actions == row.actions)
    }

    @Test(
        "A resumed item still waits for its start time or next attempt, unless that time has passed",
        arguments: [(60.0, nil, QueueState.waiting), (60, -5, .waiting), (-1, -5, .ready), (60, 3_600, .ready)])
    func resumed(next: Double, since: Double?, state: QueueState) throws {
        var item = try item(.waiting)
        item.notBefore = now.addingTimeInterval(next)
        item.waitingSince = since.map { now.addingTimeInterval($0) }
        let paused = try machine.apply(.pause, to: item, at: now).item
        let resumed = try machine.apply(.resume, to: paused, at: now)
        #expect(paused.state == .paused && resumed.item.state == state)
        let isWaiting = state == .waiting
        #expect(resumed.item.notBefore == (isWaiting ? item.notBefore : nil))
        #expect(resumed.item.waitingSince == (isWaiting ? item.waitingSince : nil))
        #expect(resumed.actions == [.wake(at: isWaiting ? now.addingTimeInterval(next) : now)])
    }

    struct Commanded: Sendable {
        var command: QueueCommand
        var state: QueueState
        var isHeld = false
        /// nil if the command is refused.
        var next: QueueState?
        var actions: [QueueAction] = []
    }

    @Test(
        "Each command from a user leads to the right state",
        arguments: [
            Commanded(command: .pause, state: .ready, next: .paused),
            Commanded(command: .pause, state: .waiting, next: .paused),
            Commanded(command: .pause, state: .running, isHeld: true, next: .paused, actions: [.interruptTransfer]),
            Commanded(command: .pause, state: .running, next: .paused),
            Commanded(command: .pause, state: .paused, next: .paused),
            Commanded(command: .pause, state: .done),
            Commanded(command: .pause, state: .failed),
            Commanded(command: .resume, state: .paused, next: .ready, actions: [.wake(at: start)]),
            Commanded(command: .resume, state: .paused, isHeld: true, next: .running),
            Commanded(command: .resume, state: .ready, next: .ready),
            Commanded(command: .resume, state: .failed),
            Commanded(command: .retry, state: .failed, next: .ready, actions: [.wake(at: start)]),
            Commanded(command: .retry, state: .waiting, next: .ready, actions: [.wake(at: start)]),
            Commanded(
                command: .retry, state: .quarantined, next: .ready,
                actions: [.discardQuarantinedFile("a.bin"), .wake(at: start)]),
            Commanded(command: .retry, state: .running, isHeld: true, next: .running),
            Commanded(command: .retry, state: .done),
            Commanded(command: .retry, state: .paused),
            Commanded(command: .remove, state: .ready, next: .ready, actions: [.discardPartialFile, .forget]),
            Commanded(command: .remove, state: .failed, next: .failed, actions: [.discardPartialFile, .forget]),
            Commanded(command: .remove, state: .done, next: .done, actions: [.forget]),
            Commanded(
                command: .remove, state: .quarantined, next: .quarantined,
                actions: [.discardQuarantinedFile("a.bin"), .forget]),
            Commanded(
                command: .remove, state: .running, isHeld: true, next: .cancelled, actions: [.interruptTransfer]),
        ])
    func commands(row: Commanded) throws {
        let item = try item(row.state, held: row.isHeld)
        guard let next = row.next else {
            #expect(
                throws: QueueError.notAllowed(id: "abc", state: row.state, command: row.command.rawValue)
            ) { try machine.apply(row.command, to: item, at: now) }
            return
        }
        let transition = try machine.apply(row.command, to: item, at: now)
        #expect(transition.item.state == next)
        #expect(transition.actions == row.actions)
    }

    @Test("An item fails after five attempts in a row, and further progress restarts the count")
    func bounded() throws {
        var item = try item(.ready)
        var states: [QueueState] = []
        for round in 1...9 {
            item = machine.claim(item, owner: "w", at: now)
            if round == 4 { item.content = PartialContent(durableBytes: 1 << 20) }
            let lease = try lease(item)
            item = try machine.apply(
                .failed(Self.failure, retryAfter: nil, jitter: 0), lease: lease, to: item, at: now
            ).item
            states.append(item.state)
            if item.state == .failed { break }
        }
        #expect(states == Array(repeating: .waiting, count: 7) + [.failed])
        #expect(item.error == Self.failure)
        #expect(item.finishedAt == now)
    }

    struct Tries: Sendable {
        var classes: [QueueFailure.Class]
        /// The number of bytes on disk after each attempt.
        var bytes: [Int64] = [0, 0, 0, 0, 0]
        var state: QueueState
    }

    @Test(
        "The second violation of HTTP in a row is permanent, unless bytes or another failure came between",
        arguments: [
            Tries(classes: [.protocol], state: .waiting),
            Tries(classes: [.protocol, .protocol], state: .failed),
            Tries(classes: [.protocol, .connect, .protocol], state: .waiting),
            Tries(classes: [.connect, .connect, .connect, .protocol], state: .waiting),
            Tries(classes: [.protocol, .protocol], bytes: [0, 1], state: .waiting),
            Tries(classes: [.protocol, .protocol, .protocol], bytes: [0, 1, 1], state: .failed),
            Tries(classes: [.short, .short, .short, .short], state: .waiting),
        ])
    func breaksRules(row: Tries) throws {
        var item = try item(.ready)
        for (kind, bytes) in zip(row.classes, row.bytes) {
            #expect(item.state != .failed)
            item = machine.claim(item, owner: "w", at: now)
            item.content = PartialContent(durableBytes: bytes, etag: "\"v\"")
            let event = QueueEvent.failed(QueueFailure(kind, "x"), retryAfter: nil, jitter: 0)
            item = try machine.apply(event, lease: try lease(item), to: item, at: now).item
        }
        #expect(item.state == row.state)
    }

    @Test(
        "The backoff is random, up to min(600, 2ⁿ) seconds",
        arguments: [(1, 0.0, 0.0), (1, 1.0, 2.0), (3, 0.5, 4.0), (9, 1.0, 512), (10, 1.0, 600), (500, 1.0, 600)])
    func backoff(failures: Int, jitter: Double, seconds: Double) {
        #expect(RetryPolicy().backoff(failures: failures, jitter: jitter).seconds == seconds)
    }

    @Test(
        "The next attempt is not before Retry-After, which is limited to an hour",
        arguments: [
            (nil, 2.0), (1.0, 2.0), (-5.0, 2.0), (100.0, 100.0), (31_536_000.0, 3_600.0),
        ])
    func retryAfter(after: Double?, seconds: Double) {
        let next = RetryPolicy().nextAttempt(
            failures: 1, jitter: 1, retryAfter: after.map(now.addingTimeInterval), now: now)
        #expect(next == now.addingTimeInterval(seconds))
    }

    @Test("Retrying a quarantined item starts with no bytes")
    func retryOfQuarantined() throws {
        var item = try item(.quarantined)
        item.content = PartialContent(durableBytes: 7, total: 7)
        item.sha256 = "ff"
        item.furthest = 7
        item.failures = 2
        item.attempts = 3
        item.error = QueueFailure(.checksum, "wrong")
        item.finishedAt = now
        let retried = try machine.apply(.retry, to: item, at: now).item
        #expect(retried.content == .nothing)
        #expect(retried.sha256 == nil)
        #expect(retried.fileName == nil && retried.partName == nil)
        // Otherwise the bytes of the next attempt, up to the old ones, would not count as progress.
        #expect(retried.furthest == 0)
        #expect(retried.failures == 0 && retried.attempts == 0 && retried.error == nil && retried.finishedAt == nil)
    }

    @Test("A retry of a failed item keeps its bytes, its name and how far it had got")
    func retryOfFailed() throws {
        var item = try item(.failed)
        item.content = PartialContent(durableBytes: 7, total: 9)
        (item.fileName, item.partName, item.furthest) = ("a.bin", "a.bin.leftoff-part", 8)
        (item.failures, item.notBefore) = (5, now.addingTimeInterval(9))
        let retried = try machine.apply(.retry, to: item, at: now).item
        #expect(retried.content.durableBytes == 7 && retried.furthest == 8)
        #expect(retried.fileName == "a.bin" && retried.partName == "a.bin.leftoff-part")
        #expect(retried.failures == 0 && retried.notBefore == nil && retried.state == .ready)
    }

    @Test(
        "A complete body or a lasting error status ends the backoff of a host on probation",
        arguments: [
            .verifying(.nothing), .completed, .quarantined(fileName: "a", sha256: "", QueueFailure(.checksum, "")),
            .failed(QueueFailure(.http, "404", isLasting: true), retryAfter: nil, jitter: 1),
        ] as [QueueEvent])
    func probation(event: QueueEvent) {
        let end = now.addingTimeInterval(600)
        let limit = machine.policy.hostFailureLimit
        let probation = HostBackoff(failures: limit, notBefore: end, since: now)
        #expect(machine.isOnProbation(probation))
        // The backoff was chosen here, and the success shows that it is not needed.
        #expect(machine.hostBackoff(after: event, of: probation, at: now) == nil)
        // A Retry-After that the server chose stays in force until it has elapsed.
        let deferred = HostBackoff(failures: limit - 1, notBefore: end, since: now)
        #expect(
            machine.hostBackoff(after: event, of: deferred, at: now)
                == HostBackoff(failures: 0, notBefore: end, since: now))
        #expect(machine.hostBackoff(after: event, of: deferred, at: end) == nil)
        #expect(machine.hostBackoff(after: .released, of: deferred, at: now) == deferred)
    }

    @Test("A failure lengthens the backoff of a host, and never shortens it")
    func lengthening() throws {
        let failure = QueueFailure.Class.allCases.map { QueueFailure($0, "") }.first(where: \.isHostFailure)
        let event = QueueEvent.failed(try #require(failure), retryAfter: now.addingTimeInterval(5), jitter: 0)
        let end = now.addingTimeInterval(60)
        let before = HostBackoff(failures: 1, notBefore: end, since: now)
        #expect(
            machine.hostBackoff(after: event, of: before, at: now)
                == HostBackoff(failures: 2, notBefore: end, since: now))
        let elapsed = HostBackoff(failures: 1, notBefore: now.addingTimeInterval(-1), since: now)
        #expect(
            machine.hostBackoff(after: event, of: elapsed, at: now)
                == HostBackoff(failures: 2, notBefore: now.addingTimeInterval(5), since: now))
    }
}
