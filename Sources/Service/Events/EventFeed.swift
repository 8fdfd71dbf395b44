import DownloadQueue
package import Downloads
import FoundationEssentials
import Hummingbird
import NIOCore
import Places
import Synchronization

/// A feed of the changes of places and downloads that any process makes.
///
/// While there are subscriptions, the feed reads the number of the last change several times a second, which takes a
/// few microseconds. Each new event is encoded once for all subscriptions.
actor EventFeed {
    /// The timing and the limits of a feed.
    struct Options: Sendable {
        /// The interval between checks for changes, which is too short to be noticed.
        var interval: Duration = .milliseconds(200)
        /// The time without events after which a heartbeat is sent.
        var heartbeat: Duration = .seconds(15)
        /// The maximum number of simultaneous subscriptions.
        ///
        /// A user has a few tabs and windows open, not dozens.
        var subscriptionLimit = 32
        /// The maximum number of changes that are sent as events.
        ///
        /// After more changes, the client reloads everything.
        var changeLimit = 500
    }

    private let log: any ChangeLog
    private let archive: any SnapshotArchive
    private let queue: any QueueStore
    private let progress: ProgressMonitor
    private let options: Options
    private let tokenGeneration: @Sendable () -> Int
    private let hasSession: @Sendable (String) -> Bool
    private let onDamage: @Sendable (_ record: String, any Error) -> Void
    private let sleep: @Sendable (Duration) async throws -> Void
    private var subscriptions: [ObjectIdentifier: EventSubscription] = [:]
    private var known: Int64 = 0
    private var knownProgress = 0
    private var work: Task<Void, Never>?
    private var isEnded = false

    init(
        log: any ChangeLog, archive: any SnapshotArchive, queue: any QueueStore, progress: ProgressMonitor,
        options: Options = Options(),
        onDamage: @escaping @Sendable (_ record: String, any Error) -> Void = { _, _ in },
        tokenGeneration: @escaping @Sendable () -> Int = { 0 },
        hasSession: @escaping @Sendable (String) -> Bool = { _ in true },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.log = log
        self.archive = archive
        self.queue = queue
        self.progress = progress
        self.options = options
        self.tokenGeneration = tokenGeneration
        self.hasSession = hasSession
        self.onDamage = onDamage
        self.sleep = sleep
    }

    /// Begins a subscription.
    ///
    /// - Parameters:
    ///   - last: The number of the last event that the client received; nil for a new client.
    ///   - generation: The generation of the tokens that authorized the request. The subscription ends once these
    ///     tokens are replaced.
    ///   - sessionID: The id of the session that authorized the request; nil if a token did. The subscription ends with
    ///     the session.
    /// - Returns: The subscription; nil if there are too many.
    /// - Throws: An error of the change log.
    func subscribe(
        after last: Int64?, tokenGeneration generation: Int = 0, sessionID: String? = nil
    ) async throws -> EventSubscription? {
        guard subscriptions.count < options.subscriptionLimit, !isEnded else { return nil }
        let subscription = EventSubscription(tokenGeneration: generation, sessionID: sessionID)
        // The subscription is registered before the past events are read, so that no event is lost in between.
        subscriptions[ObjectIdentifier(subscription)] = subscription
        do {
            if work == nil {
                let newest = try await Blocking.run { [log] in try log.newest() }
                // All subscriptions may have ended in the meantime.
                guard !isEnded else { return nil }
                if work == nil {
                    known = newest
                    work = Task { await run() }
                }
            }
            _ = subscription.send(.retry)
            let now = known
            if let last {
                for event in try await events(after: last, through: now) where !subscription.send(event) { break }
            } else {
                _ = subscription.send(ServerEvent("hello", id: now, data: "{}".utf8))
            }
            let running = progress.current().running
            if !running.isEmpty { _ = subscription.send(try Self.event(running)) }
        } catch {
            unsubscribe(subscription)
            throw error
        }
        return subscription
    }

    /// Ends a subscription.
    func unsubscribe(_ subscription: EventSubscription) {
        subscription.end()
        subscriptions[ObjectIdentifier(subscription)] = nil
        if subscriptions.isEmpty {
            work?.cancel()
            work = nil
        }
    }

    /// Ends all subscriptions, and accepts no more.
    func endAll() {
        isEnded = true
        for subscription in subscriptions.values { unsubscribe(subscription) }
    }

    /// The number of subscriptions.
    var subscriptionCount: Int { subscriptions.count }

    private func run() async {
        var (silence, sinceCheck): (Duration, Duration) = (.zero, .zero)
        while !Task.isCancelled {
            do { try await sleep(options.interval) } catch { return }
            silence += options.interval
            sinceCheck += options.interval
            endRevoked()
            if sinceCheck >= options.heartbeat {
                sinceCheck = .zero
                endStalled()
            }
            guard !Task.isCancelled else { return }
            let hasSentChanges = await sendChanges()
            if sendProgress() || hasSentChanges {
                silence = .zero
            } else if silence >= options.heartbeat {
                silence = .zero
                send([.heartbeat])
            }
        }
    }

    /// Disconnects the clients that have read nothing for the interval of heartbeats, or have gone without a word.
    private func endStalled() {
        for subscription in subscriptions.values where subscription.hasStalled {
            subscription.disconnect()
            unsubscribe(subscription)
        }
    }

    /// Disconnects the clients whose tokens have been replaced or whose sessions have ended, before they receive what
    /// is buffered.
    private func endRevoked() {
        let newest = tokenGeneration()
        for subscription in subscriptions.values {
            let hasAccess = subscription.sessionID.map(hasSession) ?? true
            guard subscription.tokenGeneration < newest || !hasAccess else { continue }
            subscription.disconnect()
            unsubscribe(subscription)
        }
    }

    /// Sends the changes since the last check.
    ///
    /// - Returns: True if there were any.
    private func sendChanges() async -> Bool {
        let last = known
        // If the store is busy or fails, the next check tries again.
        guard let newest = try? await Blocking.run({ [log] in try log.newest() }), newest != last,
            let events = try? await events(after: last, through: newest), known == last
        else { return false }
        known = newest
        send(events)
        return true
    }

    /// Sends the progress of the running downloads if it has changed.
    ///
    /// - Returns: True if it has.
    private func sendProgress() -> Bool {
        let (running, version) = progress.current()
        guard version != knownProgress, let event = try? Self.event(running) else { return false }
        knownProgress = version
        send([event])
        return true
    }

    private static func event(_ running: [ItemProgress]) throws -> ServerEvent {
        ServerEvent(unnumbered: "progress", data: try Response.jsonBytes(ProgressDocument(running)))
    }

    private func send(_ events: [ServerEvent]) {
        for subscription in subscriptions.values {
            for event in events where !subscription.send(event) {
                unsubscribe(subscription)
                break
            }
        }
    }

    /// Returns the events after one number, up to and including another.
    private func events(after last: Int64, through newest: Int64) async throws -> [ServerEvent] {
        guard last != newest else { return [] }
        return try await Blocking.run { [log, archive, queue, options, onDamage] in
            guard let changes = try log.changes(after: last, limit: options.changeLimit + 1),
                changes.count <= options.changeLimit
            else { return [ServerEvent("reset", id: newest, data: "{}".utf8)] }
            // A record that changes again after `newest` is sent in its latest state now, and again with its own event
            // later.
            return try changes.compactMap { change in
                // One damaged record must not hold back the events of the others.
                do { return try Self.event(change, archive, queue) } catch let error as UnreadableRecord {
                    onDamage("\(change.subject.rawValue) \(change.id)", error)
                } catch let error as QueueError {
                    guard case .damaged = error else { throw error }
                    onDamage("\(change.subject.rawValue) \(change.id)", error)
                }
                return nil
            }
        }
    }

    private static func event(
        _ change: RecordChange, _ archive: any SnapshotArchive, _ queue: any QueueStore
    ) throws -> ServerEvent {
        func gone() throws -> ServerEvent {
            let data = try Response.jsonBytes(["id": change.id, "kind": change.subject.rawValue])
            return ServerEvent("gone", id: change.number, data: data)
        }
        if change.isGone { return try gone() }
        do {
            let data: [UInt8] =
                switch change.subject {
                case .place: Response.jsonBytes(SnapshotDocument(try archive.snapshot(id: change.id)).json)
                case .item: [UInt8](try Response.jsonBytes(QueueItemDocument(try queue.item(id: change.id))))
                case .page: [UInt8](try Response.jsonBytes(["page": change.id]))
                }
            return ServerEvent(change.subject.rawValue, id: change.number, data: data)
        } catch is SnapshotArchiveError {
            return try gone()
        } catch QueueError.notFound {
            return try gone()
        }
    }
}

/// The progress of the downloads that this service's worker is running.
///
/// The worker reports to it, and ``EventFeed`` sends it to clients.
package final class ProgressMonitor: QueueObserver {
    private struct State {
        /// The running items in the order in which they began.
        var running: [ItemProgress] = []
        var version = 0
    }

    private let state = Mutex(State())

    /// Creates a monitor without items.
    package init() {}

    package func observe(_ event: QueueWorkerEvent) {
        state.withLock { state in
            switch event {
            case .started(let item):
                state.running.removeAll { $0.id == item.id }
                state.running.append(ItemProgress(id: item.id, bytes: item.bytes, total: item.total))
            case .progressed(let progress):
                // Progress reported after the end would never be removed.
                guard let index = state.running.firstIndex(where: { $0.id == progress.id }) else { return }
                state.running[index] = progress
            case .ended(let item):
                guard let index = state.running.firstIndex(where: { $0.id == item.id }) else { return }
                state.running.remove(at: index)
            case .summary, .idle, .warning: return
            }
            state.version += 1
        }
    }

    /// Returns the running items, and a number that grows with each change.
    func current() -> (running: [ItemProgress], version: Int) { state.withLock { ($0.running, $0.version) } }
}

/// The progress of all running downloads, as events contain it.
private struct ProgressDocument: Encodable {
    struct Item: Encodable {
        private enum CodingKeys: String, CodingKey { case id, bytes, total, rate, remaining }

        var progress: ItemProgress

        /// The remaining time in seconds at the current speed; nil if the size or the speed is unknown.
        private var remaining: Int? {
            guard let total = progress.total, let rate = progress.bytesPerSecond, rate > 0 else { return nil }
            return Int(exactly: (Double(max(0, total - progress.bytes)) / rate).rounded(.up))
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(progress.id, forKey: .id)
            try values.encode(progress.bytes, forKey: .bytes)
            // Unknown values are null rather than missing.
            try values.encode(progress.total, forKey: .total)
            try values.encode(progress.bytesPerSecond.map { $0.rounded() }, forKey: .rate)
            try values.encode(remaining, forKey: .remaining)
        }
    }

    /// All running items.
    ///
    /// An item that an earlier event contained and this one lacks has ended.
    private var items: [Item]
    /// The total speed, in bytes per second.
    private var rate: Double

    /// Creates the document of running items.
    init(_ running: [ItemProgress]) {
        items = running.map(Item.init)
        rate = running.compactMap(\.bytesPerSecond).reduce(0, +).rounded()
    }
}
