import DownloadQueue
import Fetching
import Synchronization
import WHATWGURL

/// A download of one file by several connections, each of which fetches one contiguous part.
///
/// The transfer that requested the whole file goes on until every missing byte belongs to a connection that has proven
/// itself by delivering bytes of the same version. At first a single additional connection is opened, and further ones
/// once it has proven itself. A refusal, whatever its form, ends only the connection that received it. A connection
/// without work fetches the second half of what another one has not begun.
final class SegmentedDownload: Sendable {
    /// An error that occurs if the bytes on disk cannot be continued.
    struct StartOver: Error {}

    /// The outcome of the request of a part.
    private enum Outcome {
        /// The connection has fetched its part, or has lost it to another connection.
        case complete(hasReceived: Bool)
        /// The connection broke or the response was too short; another request may fetch the rest.
        case broken(any Error, hasReceived: Bool)
        /// The server refuses this connection.
        case refused(any Error)
    }

    private struct State {
        /// The number of connections that still fetch parts.
        var connections: Int
        /// The number of connections that the next new one shares the missing bytes with, itself included.
        var shares: Int
        /// The number of additional connections that are open and have proven themselves.
        var proven = 0
        /// True once more than one connection was open.
        var hasShared: Bool
        /// True once the last remaining connection has repeated its request.
        var hasRetriedAlone = false
        /// The number of requests for parts.
        var requests: Int64 = 0
        /// True if the server ignores If-Range.
        var ignoresIfRange = false
        /// The failure that stops all transfers.
        var error: (any Error)?
        var running: [ObjectIdentifier: Running] = [:]
    }

    /// A transfer, and the sink of its part; nil for the transfer that requested the whole file.
    private struct Running {
        let transfer: RunningTransfer
        let sink: SegmentSink?
    }

    /// The number of times in a row that a proven connection may break without receiving a byte.
    private static let failureLimit = 3

    /// The number of times that a connection may break before it has received its first byte.
    ///
    /// A single lost connection says little about the server, and the transfer of the whole file goes on meanwhile.
    private static let unprovenFailureLimit = 2

    /// The minimum number of bytes that are compared when a part is resumed.
    private static let leastOverlap: Int64 = 4 << 10

    /// The number of requests that are made in any case, and the minimum of bytes that further ones deliver on average.
    private static let requestLimit = (base: Int64(256), bytes: Int64(4 << 10))

    private let attempt: DownloadAttempt
    private let writer: PartWriter
    /// The number of connections in addition to the first.
    private let extraConnections: Int
    private let host: String
    private let proofs = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let state: Mutex<State>

    /// Creates the download of a file in pieces, as a part of an attempt.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that makes the requests.
    ///   - writer: The writer of the part file, which is split.
    ///   - hasWhole: True if a transfer that requested the whole file is running.
    init(attempt: DownloadAttempt, writer: PartWriter, hasWhole: Bool) {
        self.attempt = attempt
        self.writer = writer
        host = attempt.partial.item.url.host
        extraConnections = attempt.segmentBudget.reserve(max(0, attempt.options.segments - 1), for: host)
        let connections = hasWhole && extraConnections > 0 ? 2 : 1
        state = Mutex(
            State(
                connections: connections, shares: 1 + extraConnections, hasShared: connections > 1))
    }

    /// Downloads the missing bytes; must be called once.
    ///
    /// - Parameter first: The transfer that requested the whole file; nil if there is none.
    /// - Throws: ``StartOver``, the failure of the last response, or a failure of the disk.
    func run(first: (transfer: RunningTransfer, sink: DownloadSink)?) async throws {
        defer { attempt.segmentBudget.release(extraConnections, for: host) }
        let begun = state.withLock(\.connections)
        attempt.partial.onFailure { self.stopAll($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let first { group.addTask { try await self.follow(first.transfer, first.sink) } }
            if first == nil || begun > 1 {
                group.addTask { try await self.fetchParts(shares: first == nil ? 2 : self.nextShares()) }
            }
            let others = 1 + extraConnections - begun
            if others > 0 { group.addTask { try await self.addConnections(others) } }
            // Not waitForAll(), which after a failure would wait for the others without cancelling them.
            for try await _ in group {}
        }
        guard writer.missingBytes > 0 else { return }
        // The other connections had delivered wrong bytes.
        if writer.isExclusive { throw StartOver() }
        throw QueueFailure(.short, "\(address): \(writer.missingBytes) bytes are missing")
    }

    /// Opens further connections once a connection has proven itself.
    private func addConnections(_ count: Int) async throws {
        for await _ in proofs.stream {
            let isUseful = state.withLock { state in
                guard state.connections > 0, !writer.isComplete else { return false }
                state.connections += count
                state.hasShared = true
                return true
            }
            guard isUseful else { return }
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { try await self.fetchParts(shares: self.nextShares()) } }
                for try await _ in group {}
            }
        }
    }

    // MARK: The end of transfers

    /// Stops all transfers: with an error, or because all bytes are on disk.
    private func stopAll(_ error: (any Error)?) {
        let running = state.withLock { state in
            state.error = state.error ?? error
            return Array(state.running.values)
        }
        for one in running { stop(one, error) }
    }

    private func stop(_ running: Running, _ error: (any Error)?) {
        // The end of a response that has delivered all its bytes shows if the server sends more than it announced.
        if error == nil, running.sink?.isAtEnd == true { return }
        running.transfer.stop(error ?? PartWriter.EndOfPiece())
    }

    private func end(
        of transfer: RunningTransfer, _ sink: SegmentSink? = nil
    ) async -> Result<TransferSummary, any Error> {
        let running = Running(transfer: transfer, sink: sink)
        let error = state.withLock { state in
            state.running[ObjectIdentifier(transfer)] = running
            return state.error
        }
        // A checkpoint may have failed, or the last byte may have arrived, before the transfer was added here.
        if error != nil || writer.isComplete { stop(running, error) }
        defer { state.withLock { $0.running[ObjectIdentifier(transfer)] = nil } }
        return await transfer.end()
    }

    /// Returns true if an error of a transfer concerns only its connection.
    private func isOfConnection(_ error: any Error) -> Bool {
        switch error {
        case TransferError.shutDown: false
        case TransferError.cancelled: writer.isComplete
        case is TransferError, is PartWriter.EndOfPiece, is PartWriter.Mismatch: true
        case let failure as QueueFailure: [.short, .excess, .protocol].contains(failure.class)
        default: false
        }
    }

    // MARK: Connections

    /// Waits for the end of the transfer that requested the whole file, and then fetches parts on a new connection.
    private func follow(_ transfer: RunningTransfer, _ sink: DownloadSink) async throws {
        let result = await end(of: transfer)
        if let claim = sink.claim { writer.release(claim) }
        switch result {
        case .success(let summary) where summary.hasExcessBody:
            throw QueueFailure(.excess, "\(address): the server sent more than it announced")
        case .success: break
        // A server that sent too many bytes has sent something other than it announced.
        case .failure(let failure as QueueFailure) where failure.class == .excess: throw failure
        case .failure(let error): guard isOfConnection(error) else { throw error }
        }
        try await fetchParts(shares: 2)
    }

    /// Returns the number of connections that share the missing bytes with a new one: all connections of the file share
    /// them evenly.
    private func nextShares() -> Int {
        state.withLock { state in
            defer { state.shares -= 1 }
            return state.shares
        }
    }

    /// Fetches one part after another until none is left to claim; `shares` is the number of connections that share the
    /// missing bytes with the first part.
    private func fetchParts(shares: Int) async throws {
        var shares = shares
        var failures = 0
        var isProven = false
        while let claim = writer.claim(shares: shares) {
            shares = 2
            let outcome: Outcome
            do {
                outcome = try await fetch(claim)
            } catch {
                writer.release(claim)
                throw error
            }
            writer.release(claim)
            switch outcome {
            case .complete(hasReceived: true), .broken(_, hasReceived: true):
                failures = 0
                if !isProven { state.withLock { $0.proven += 1 } }
                isProven = true
            case .complete(hasReceived: false): break
            case .broken(let error, hasReceived: false):
                failures += 1
                guard failures >= (isProven ? Self.failureLimit : Self.unprovenFailureLimit) else { continue }
                if try leave(after: error, isProven: isProven) { return }
            case .refused(let error):
                if try leave(after: error, isProven: isProven) { return }
            }
        }
        endConnection(isProven: isProven)
        if writer.isComplete { stopAll(nil) }
    }

    /// Ends a connection that the server refused.
    ///
    /// Many servers refuse a further connection from one client. The other connections fetch its bytes, and the last
    /// one repeats its request once it is alone.
    ///
    /// - Parameters:
    ///   - error: The failure that the server's refusal caused.
    ///   - isProven: True if the connection has delivered bytes.
    /// - Returns: False if it is the last connection and must repeat its request.
    /// - Throws: The error, if it is the last connection and a repetition is of no use.
    private func leave(after error: any Error, isProven: Bool) throws -> Bool {
        let (isLast, isRepeated, hasShared, others) = state.withLock { state in
            let isLast = state.connections == 1
            let isRepeated = isLast && state.hasShared && !state.hasRetriedAlone
            if isRepeated { state.hasRetriedAlone = true }
            if !isLast {
                state.connections -= 1
                if isProven { state.proven -= 1 }
            }
            return (isLast, isRepeated, state.hasShared, state.proven)
        }
        if !isProven, hasShared { attempt.segmentBudget.recordRefusal(by: host, allowed: others) }
        if isRepeated { return false }
        if isLast { throw error }
        return true
    }

    private func endConnection(isProven: Bool) {
        let isLast = state.withLock { state in
            state.connections -= 1
            if isProven { state.proven -= 1 }
            return state.connections == 0
        }
        if isLast { proofs.continuation.finish() }
    }

    // MARK: One part

    private func fetch(_ claim: Int) async throws -> Outcome {
        try Task.checkCancellation()
        while let piece = writer.missingPiece(of: claim) {
            // All connections together compare as many bytes as a single connection would.
            let share = max(Self.leastOverlap, RangeRequest.overlapBytes / Int64(max(1, attempt.options.segments)))
            let start = max(piece.known, piece.position - share)
            let isConditional = state.withLock { !$0.ignoresIfRange }
            let range = RangeRequest.rest(from: start, conditional: isConditional)
            if let outcome = try await fetch(claim, piece, range, to: min(writer.total, piece.end + share)) {
                return outcome
            }
            guard isConditional else { return .refused(StartOver()) }
            state.withLock { $0.ignoresIfRange = true }
        }
        return .complete(hasReceived: false)
    }

    /// Makes one request for the missing bytes of a claim, and for a few bytes around them to compare.
    ///
    /// - Returns: The outcome; nil if the server ignores If-Range.
    private func fetch(
        _ claim: Int, _ piece: PartWriter.Piece, _ range: RangeRequest, to rangeEnd: Int64
    ) async throws -> Outcome? {
        let count = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        guard count <= Self.requestLimit.base + writer.total / Self.requestLimit.bytes else {
            throw QueueFailure(.protocol, "\(address): the server answers requests for parts with too few bytes")
        }
        let sink = SegmentSink(
            partial: attempt.partial, writer: writer, range: range, claim: claim, piece: piece, to: rangeEnd
        ) { [continuation = proofs.continuation] in
            continuation.yield()
        }
        let transfer = RunningTransfer()
        transfer.start(attempt.request(range, writer.content, to: rangeEnd), on: attempt.engine, into: sink)
        let result = await end(of: transfer, sink)
        if writer.isComplete { stopAll(nil) }
        switch result {
        case .failure(is PartWriter.EndOfPiece):
            // A refusal that arrived just before the last byte of another connection is remembered too.
            if case .fail = sink.plan { return try outcome(of: claim, piece, sink) }
            return .complete(hasReceived: sink.hasReceived)
        case .failure(is PartWriter.Mismatch):
            // Either version may be the server's present one. A running transfer of the whole file decides.
            guard try writer.trustOnlyWhole() else { throw StartOver() }
            attempt.partial.requestCheckpoint()
            return .refused(StartOver())
        case .failure(let error):
            guard isOfConnection(error) else { throw error }
            if let failure = error as? QueueFailure, failure.class == .excess {
                try cut(claim, from: piece.position)
                return .broken(error, hasReceived: false)
            }
            if writer.isComplete { return .complete(hasReceived: sink.hasReceived) }
            let isBroken = (error as? TransferError)?.isTransient ?? true
            return isBroken ? .broken(error, hasReceived: sink.hasReceived) : .refused(error)
        case .success(let summary) where summary.hasExcessBody:
            // The announced length was wrong, so the bytes may be wrong too.
            try cut(claim, from: piece.position)
            let error = QueueFailure(.excess, "\(address): the server sent more than it announced")
            return .broken(error, hasReceived: false)
        case .success: return try outcome(of: claim, piece, sink)
        }
    }

    /// Returns the outcome of a response that ended, or whose body was not accepted; nil if the server ignores
    /// If-Range.
    private func outcome(of claim: Int, _ piece: PartWriter.Piece, _ sink: SegmentSink) throws -> Outcome? {
        switch sink.plan {
        case .resume:
            guard try sink.matchesContentDigest() else {
                try cut(claim, from: piece.position)
                return .refused(StartOver())
            }
            if writer.missingPiece(of: claim) == nil { return .complete(hasReceived: sink.hasReceived) }
            let error = QueueFailure(.short, "\(address): the server sent less than was requested")
            return .broken(error, hasReceived: sink.hasReceived)
        case .requestUnconditionally: return nil
        case .fail(let failure, let retryAfter):
            return .refused(
                DownloadAttempt.ErrorResponse(failure: failure.prefixed(by: address), retryAfter: retryAfter))
        // Another version, another part, or the whole file.
        case .fromStart, .complete, .requestAll, .requestCompressed: return .refused(StartOver())
        case nil:
            let error = QueueFailure(.protocol, "\(address): the server's response cannot be used")
            return .broken(error, hasReceived: false)
        }
    }

    /// Discards the bytes of a claim from an offset on, and records that soon.
    private func cut(_ claim: Int, from position: Int64) throws {
        try writer.cut(claim, from: position)
        attempt.partial.requestCheckpoint()
    }

    private var address: String { attempt.partial.item.url.href }
}

/// A sink for a part of a file that several connections share.
final class SegmentSink: TransferSink {
    private struct State {
        var plan: ResponsePlan?
        var cursor: PartWriter.Cursor?
        var check: ContentCheck?
        /// True if the response goes beyond the requested end.
        var isTooLong = false
        /// True once the connection has proven itself.
        var isProven = false
        /// True if the end of the response is known from its head.
        var hasLength = false
    }

    private let partial: PartialDownload
    private let writer: PartWriter
    private let range: RangeRequest
    private let claim: Int
    private let piece: PartWriter.Piece
    private let end: Int64
    private let onProof: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates the sink for the request of a claim's missing bytes.
    ///
    /// - Parameters:
    ///   - partial: The part file and its record.
    ///   - writer: The writer of the part file.
    ///   - range: The requested bytes.
    ///   - claim: The number of the claim.
    ///   - piece: The missing bytes of the claim.
    ///   - end: The end of the requested bytes, which may be a little beyond the claim.
    ///   - onProof: Called on the engine's thread when the connection has proven itself.
    init(
        partial: PartialDownload, writer: PartWriter, range: RangeRequest, claim: Int, piece: PartWriter.Piece,
        to end: Int64, onProof: @escaping @Sendable () -> Void
    ) {
        self.partial = partial
        self.writer = writer
        self.range = range
        self.claim = claim
        self.piece = piece
        self.end = end
        self.onProof = onProof
    }

    /// The plan for the response; nil before its head was received.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    /// True if the response has delivered bytes that were missing.
    var hasReceived: Bool { state.withLock { $0.cursor?.hasWritten ?? false } }

    /// True if all announced bytes of the response were received, so that it ends without further bytes.
    var isAtEnd: Bool {
        state.withLock { state in state.hasLength && state.cursor.map { $0.position == $0.end } ?? false }
    }

    func receive(head: ResponseHead) throws -> BodyDecision {
        partial.report(head, to: range, until: end)
        let plan = partial.plan(head, for: range, disk: writer.content)
        return try state.withLock { state in
            state.plan = plan
            guard case .resume(_, let start, let count) = plan else { return .refuse }
            state.cursor = PartWriter.Cursor(claim: claim, piece, from: start, to: min(end, start + count))
            state.isTooLong = start + count > end
            state.hasLength = head["Content-Length"] != nil && head["Transfer-Encoding"] == nil
            state.check = try ContentCheck(head)
            return .accept
        }
    }

    /// Returns true if the body has the digest of its Content-Digest field; must be called once, at its end.
    func matchesContentDigest() throws -> Bool { try state.withLock { try $0.check?.matches() ?? true } }

    func receive(body: UnsafeRawBufferPointer) throws {
        // A worker that was suspended for longer than it trusts its lease writes nothing more.
        try partial.journal.checkLease()
        let (isDue, isProof) = try state.withLock { state in
            guard var cursor = state.cursor else {
                throw QueueFailure(.internal, "a part of the file was received without its head")
            }
            defer { state.cursor = cursor }
            try state.check?.update(body)
            // Some servers ignore the end of a range.
            let usable = state.isTooLong ? min(Int64(body.count), cursor.end - cursor.position) : Int64(body.count)
            let isDue = try writer.write(UnsafeRawBufferPointer(rebasing: body.prefix(Int(usable))), at: &cursor)
            if state.isTooLong, cursor.position == cursor.end { throw PartWriter.EndOfPiece() }
            let isProof = !state.isProven && writer.isProven(claim)
            if isProof { state.isProven = true }
            return (isDue, isProof)
        }
        if isProof { onProof() }
        if isDue { partial.requestCheckpoint() }
    }
}

/// A limit on the additional connections with which large files are downloaded from each host.
///
/// Several large files from one host would otherwise open several connections each. Files that get no additional
/// connection use a single one, as do all later files of a host that has refused the additional connection of one.
final class SegmentBudget: Sendable {
    /// The minimum number of additional connections of a host.
    private static let least = 6

    /// The additional connections of a host.
    private struct Host {
        /// The number of connections in use.
        var used = 0
        /// The number of connections that the host has been seen to allow; nil if it has not refused any.
        var allowed: Int?
    }

    /// The maximum number of hosts whose refusals are remembered.
    ///
    /// A list of downloads may name any number of hosts, and each takes about a hundred bytes.
    private static let hostLimit = 10_000

    private let limit: Int
    private let hosts = Mutex<[String: Host]>([:])

    /// Creates the budget of a worker.
    ///
    /// - Parameter segments: The maximum number of connections for one file.
    init(segments: Int) {
        limit = Self.extraConnections(segments: segments)
    }

    /// Returns the number of additional connections of a host.
    ///
    /// - Parameter segments: The maximum number of connections for one file.
    /// - Returns: The number; 0 if files are not split.
    static func extraConnections(segments: Int) -> Int { segments > 1 ? max(least, segments - 1) : 0 }

    /// Reserves additional connections for a file.
    ///
    /// - Parameters:
    ///   - count: The number of connections that the file could use.
    ///   - host: The file's host.
    /// - Returns: The number of reserved connections, at most `count`, to be released by ``release(_:for:)``.
    func reserve(_ count: Int, for host: String) -> Int {
        hosts.withLock { hosts in
            var entry = hosts[host] ?? Host()
            let granted = max(0, min(count, min(limit, entry.allowed ?? limit) - entry.used))
            if granted > 0 {
                entry.used += granted
                hosts[host] = entry
            }
            return granted
        }
    }

    /// Releases connections that were reserved.
    func release(_ count: Int, for host: String) {
        guard count > 0 else { return }
        hosts.withLock { hosts in
            guard var entry = hosts[host] else { return }
            entry.used = max(0, entry.used - count)
            hosts[host] = entry.used > 0 || entry.allowed != nil ? entry : nil
        }
    }

    /// Remembers, until the end of the run, that a host has refused an additional connection.
    ///
    /// - Parameters:
    ///   - host: The host of the URL, as in ``reserve(_:for:)``.
    ///   - allowed: The number of additional connections that delivered bytes meanwhile.
    func recordRefusal(by host: String, allowed: Int) {
        hosts.withLock { hosts in
            guard hosts[host] != nil || hosts.count < Self.hostLimit else { return }
            let known = hosts[host]?.allowed ?? allowed
            hosts[host, default: Host()].allowed = min(known, allowed)
        }
    }
}
