import DownloadQueue
import Downloads
import FoundationEssentials
import Hummingbird
import NIOCore
import Snapshots

/// Tells all readers what changes among places and downloads, whoever changes it.
///
/// While somebody reads, it looks at the number of the last change several times a second, which takes a few microseconds.
/// Whatever is new is written once, for all of them.
actor EventFeed {
    /// How a feed works.
    struct Options: Sendable {
        /// How often it looks for changes: less than what a person notices.
        var interval: Duration = .milliseconds(200)
        /// How often it says that it is still there.
        var heartbeat: Duration = .seconds(15)
        /// The most readers at once: a person has some tabs and windows open, not dozens.
        var mostReaders = 32
        /// The most changes that are told one by one; after more, a reader reads everything anew.
        var mostChanges = 500
    }

    private let log: any ChangeLog
    private let archive: any SnapshotArchive
    private let queue: any QueueStore
    private let board: ProgressBoard
    private let options: Options
    private let tokenGeneration: @Sendable () -> Int
    private let sleep: @Sendable (Duration) async throws -> Void
    private var readers: [ObjectIdentifier: EventReader] = [:]
    private var known: Int64 = 0
    private var knownProgress = 0
    private var work: Task<Void, Never>?
    private var isEnded = false

    init(
        log: any ChangeLog, archive: any SnapshotArchive, queue: any QueueStore, board: ProgressBoard,
        options: Options = Options(), tokenGeneration: @escaping @Sendable () -> Int = { 0 },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.log = log
        self.archive = archive
        self.queue = queue
        self.board = board
        self.options = options
        self.tokenGeneration = tokenGeneration
        self.sleep = sleep
    }

    /// Begins a reader.
    ///
    /// - Parameters:
    ///   - last: The number of the last event that it has; nil for a reader who knows nothing yet.
    ///   - generation: Which tokens opened it. It ends once they are replaced.
    /// - Returns: The reader; nil when there are too many.
    /// - Throws: The log's error.
    func begin(after last: Int64?, tokenGeneration generation: Int = 0) async throws -> EventReader? {
        guard readers.count < options.mostReaders, !isEnded else { return nil }
        let reader = EventReader(tokenGeneration: generation)
        // Entered before the past is read, so that nothing falls between.
        readers[ObjectIdentifier(reader)] = reader
        do {
            if work == nil {
                known = try await Blocking.run { [log] in try log.newest() }
                if work == nil { work = Task { await run() } }
            }
            _ = reader.give(.retry)
            let now = known
            if let last {
                for event in try await past(from: last, to: now) where !reader.give(event) { break }
            } else {
                _ = reader.give(ServerEvent("hello", id: now, data: "{}".utf8))
            }
            let running = board.current().running
            if !running.isEmpty { _ = reader.give(try Self.event(running)) }
        } catch {
            end(reader)
            throw error
        }
        return reader
    }

    /// Ends a reader.
    func end(_ reader: EventReader) {
        reader.end()
        readers[ObjectIdentifier(reader)] = nil
        if readers.isEmpty {
            work?.cancel()
            work = nil
        }
    }

    /// Ends all readers, for good.
    func endAll() {
        isEnded = true
        for reader in readers.values { end(reader) }
    }

    /// How many read.
    var readerCount: Int { readers.count }

    private func run() async {
        var silence: Duration = .zero
        while !Task.isCancelled {
            do { try await sleep(options.interval) } catch { return }
            silence += options.interval
            endOutdated()
            guard !Task.isCancelled else { return }
            let hasNews = await tell()
            if tellProgress() || hasNews {
                silence = .zero
            } else if silence >= options.heartbeat {
                silence = .zero
                for reader in readers.values where reader.hasStalled {
                    reader.drop()
                    end(reader)
                }
                send([.heartbeat])
            }
        }
    }

    /// Cuts off the readers whose tokens have been replaced: what still waits for them is not theirs any more.
    private func endOutdated() {
        let newest = tokenGeneration()
        for reader in readers.values where reader.tokenGeneration < newest {
            reader.drop()
            end(reader)
        }
    }

    /// Tells what is new.
    ///
    /// - Returns: Whether there was anything.
    private func tell() async -> Bool {
        let last = known
        // A store that is busy or broken for a moment is asked again in the next one.
        guard let newest = try? await Blocking.run({ [log] in try log.newest() }), newest != last,
            let events = try? await past(from: last, to: newest), known == last
        else { return false }
        known = newest
        send(events)
        return true
    }

    /// Tells how far the running downloads are, if that has changed.
    ///
    /// - Returns: Whether it has.
    private func tellProgress() -> Bool {
        let (running, version) = board.current()
        guard version != knownProgress, let event = try? Self.event(running) else { return false }
        knownProgress = version
        send([event])
        return true
    }

    private static func event(_ running: [ItemProgress]) throws -> ServerEvent {
        ServerEvent(passing: "progress", data: try Response.jsonBytes(ProgressDocument(running)))
    }

    private func send(_ events: [ServerEvent]) {
        for reader in readers.values {
            for event in events where !reader.give(event) {
                end(reader)
                break
            }
        }
    }

    /// What happened after an event, up to another.
    private func past(from last: Int64, to newest: Int64) async throws -> [ServerEvent] {
        guard last != newest else { return [] }
        return try await Blocking.run { [log, archive, queue, options] in
            guard let changes = try log.changes(after: last, limit: options.mostChanges + 1),
                changes.count <= options.mostChanges
            else { return [ServerEvent("reset", id: newest, data: "{}".utf8)] }
            // What came after the newest is told as it is by then, and once more in its turn.
            return try changes.map { try Self.event($0, archive, queue) }
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
                }
            return ServerEvent(change.subject.rawValue, id: change.number, data: data)
        } catch is SnapshotArchiveError {
            return try gone()
        } catch is QueueError {
            return try gone()
        }
    }
}
