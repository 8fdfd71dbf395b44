import CLibCurl
import Syntax
import WHATWGURL

/// The loop of the engine's thread, which owns the multi handle and all transfers.
final class EngineLoop {
    /// The sockets of all connections.
    var connections = ConnectionTable()

    /// The maximum time to wait for events, in milliseconds.
    ///
    /// Wake-ups end the wait early, so this only limits the cost of an idle engine.
    private static let pollMilliseconds: Int32 = 60_000

    /// The pause in milliseconds after libcurl itself has failed, so that the loop does not spin.
    private static let failurePause: Int32 = 1_000

    private let multi: OpaquePointer
    private let cookies: CookieStore?
    private let sharedOptions: SharedOptions
    private let maximumIdleHandles: Int
    private var idleHandles: [EasyHandle] = []
    private var queue: AdmissionQueue
    private var transfers: [UInt64: ActiveTransfer] = [:]
    private var running: [OpaquePointer: ActiveTransfer] = [:]

    /// The transfers that a speed limit has paused, with the times at which they are resumed.
    private var paused: [UInt64: ContinuousClock.Instant] = [:]

    init(multi: OpaquePointer, configuration: TransferEngine.Configuration) {
        self.multi = multi
        cookies = configuration.cookies.flatMap { CookieStore(lines: $0) }
        sharedOptions = SharedOptions(
            cookieShare: cookies?.share, netrcPath: configuration.netrcPath,
            certificatePath: configuration.certificatePath, proxy: configuration.proxy)
        maximumIdleHandles = configuration.maximumConcurrent
        queue = AdmissionQueue(
            maximumConcurrent: configuration.maximumConcurrent, maximumPerHost: configuration.maximumPerHost,
            maximumPerLoopbackHost: configuration.maximumPerLoopbackHost)
    }

    /// Runs transfers until the mailbox requests a shutdown.
    func run(mailbox: EngineMailbox) {
        while true {
            let mail = mailbox.drain()
            for job in mail.jobs { accept(job) }
            for job in mail.cancelled { cancel(job) }
            for job in mail.resumed { resume(job) }
            for reader in mail.cookieReaders { reader(cookies?.lines ?? []) }
            if mail.isShuttingDown { return endAll { TransferError.shutDown(url: $0) } }
            startWaiting()
            resumePaused()
            guard clibcurl_multi_perform(multi) else {
                endAll { TransferError.connect(url: $0, detail: "libcurl has failed") }
                _ = clibcurl_multi_poll(multi, Self.failurePause)
                continue
            }
            var hasEnded = false
            while let message = nextMessage() { hasEnded = finish(message.easy, result: message.result) || hasEnded }
            // When a transfer has ended, a queued one can start, so the thread does not wait first.
            if !hasEnded { _ = clibcurl_multi_poll(multi, pollMilliseconds()) }
        }
    }

    /// Destroys the idle handles, which libcurl requires before the multi handle is destroyed.
    func tearDown() {
        idleHandles = []
    }

    private func resume(_ job: TransferJob) {
        guard let transfer = transfers[job.id], let handle = transfer.handle, running[handle.easy] != nil else {
            return
        }
        let result = clibcurl_resume(handle.easy)
        // The body function ended the transfer while it was being resumed. libcurl reports no message in that case.
        if result != 0 { _ = finish(handle.easy, result: result) }
    }

    /// Schedules the time at which a transfer that its body function has paused is resumed.
    func resume(_ transfer: ActiveTransfer, at instant: ContinuousClock.Instant) {
        paused[transfer.job.id] = instant
    }

    private func resumePaused() {
        guard !paused.isEmpty else { return }
        let now = ContinuousClock.now
        for (id, instant) in paused where instant <= now {
            paused[id] = nil
            if let transfer = transfers[id] { resume(transfer.job) }
        }
    }

    private func pollMilliseconds() -> Int32 {
        guard let next = [paused.values.min(), queue.nextDue].compactMap({ $0 }).min() else {
            return Self.pollMilliseconds
        }
        // Rounded up; otherwise the loop would spin for the last fraction of a millisecond.
        let left = (next - ContinuousClock.now + .microseconds(999)).wholeMilliseconds
        return Int32(min(max(left, 0), Int64(Self.pollMilliseconds)))
    }

    private func accept(_ job: TransferJob) {
        guard !job.isCancelled else { return job.end(.failure(TransferError.cancelled(url: job.request.url))) }
        let transfer = ActiveTransfer(job: job, loop: self)
        transfers[job.id] = transfer
        queue.enqueue(job.id, host: transfer.hostName, interval: job.request.hostInterval ?? .zero)
    }

    private func startWaiting() {
        while let next = queue.next(now: .now) {
            guard let transfer = transfers[next.id] else {
                queue.release(host: next.host)
                continue
            }
            start(transfer)
        }
    }

    private func start(_ transfer: ActiveTransfer) {
        do {
            guard let handle = transfer.handle ?? makeHandle() else {
                throw TransferError.connect(url: transfer.url, detail: "out of memory")
            }
            transfer.attach(handle)
            cookies?.load(for: transfer.hostName)
            try transfer.prepare(handle)
            handle.isSecure = transfer.url.scheme == "https"
            guard clibcurl_multi_add(multi, handle.easy, handle.isSecure) else {
                throw TransferError.connect(url: transfer.url, detail: "libcurl rejects the transfer")
            }
            running[handle.easy] = transfer
        } catch {
            queue.release(host: transfer.hostName)
            end(transfer, .failure(error))
        }
    }

    private func makeHandle() -> EasyHandle? {
        idleHandles.popLast() ?? EasyHandle(loop: self, shared: sharedOptions)
    }

    private func recycleHandle(of transfer: ActiveTransfer) {
        guard let handle = transfer.detach(), idleHandles.count < maximumIdleHandles else { return }
        idleHandles.append(handle)
    }

    private func nextMessage() -> (easy: OpaquePointer, result: Int32)? {
        let message = clibcurl_multi_next_message(multi)
        return message.easy.map { ($0, message.result) }
    }

    /// Handles the end of a hop.
    ///
    /// - Returns: True if a queued transfer may start.
    private func finish(_ easy: OpaquePointer, result: Int32) -> Bool {
        guard let transfer = running.removeValue(forKey: easy) else { return false }
        if let handle = transfer.handle { clibcurl_multi_remove(multi, easy, handle.isSecure) }
        paused[transfer.job.id] = nil
        let host = transfer.hostName
        if let cookies { cookies.recordNew(transfer.hop.parser.fields.count { $0.isNamed("Set-Cookie") }) }
        switch transfer.finishHop(result: result) {
        case .end(let outcome):
            queue.release(host: host)
            end(transfer, outcome)
        case .repeatHop:
            start(transfer)
        case .nextHop:
            let interval = transfer.job.request.hostInterval ?? .zero
            if transfer.hostName == host, interval == .zero {
                start(transfer)
            } else {
                queue.release(host: host)
                recycleHandle(of: transfer)
                queue.enqueue(
                    transfer.job.id, host: transfer.hostName, interval: interval, isContinued: true)
            }
        }
        return true
    }

    private func cancel(_ job: TransferJob) {
        guard let transfer = transfers[job.id] else { return }
        stop(transfer)
        end(transfer, .failure(TransferError.cancelled(url: transfer.url)))
    }

    /// Removes a transfer from libcurl or from the queue.
    private func stop(_ transfer: ActiveTransfer) {
        if let handle = transfer.handle, running.removeValue(forKey: handle.easy) != nil {
            clibcurl_multi_remove(multi, handle.easy, handle.isSecure)
            queue.release(host: transfer.hostName)
        } else {
            queue.withdraw(transfer.job.id)
        }
    }

    private func end(_ transfer: ActiveTransfer, _ outcome: Result<TransferSummary, any Error>) {
        transfers[transfer.job.id] = nil
        paused[transfer.job.id] = nil
        recycleHandle(of: transfer)
        transfer.job.end(outcome)
    }

    private func endAll(_ error: (WebURL) -> TransferError) {
        for transfer in Array(transfers.values) {
            stop(transfer)
            end(transfer, .failure(error(transfer.url)))
        }
    }
}

/// A table of an engine's sockets, which finds the socket that a transfer uses.
///
/// libcurl 7.88.1 reads a body up to its announced length and keeps the connection even if more bytes have arrived.
/// libcurl would take those bytes for the response to the next request, so a connection with unread bytes is not used
/// again.
struct ConnectionTable {
    /// A socket with a serial number, which distinguishes it from a later one with the same descriptor.
    struct Connection: Equatable {
        let descriptor: Int32
        let serial: UInt64
    }

    private struct Entry {
        let serial: UInt64
        var ports: clibcurl_ports?
        var isIdle = false
    }

    private var entries: [Int32: Entry] = [:]
    /// A cache of the descriptors that ``find(localPort:remotePort:)`` returned, by their ports.
    private var descriptors: [Int64: Int32] = [:]
    private var lastSerial: UInt64 = 0

    /// Adds a socket that was opened.
    mutating func insert(_ descriptor: Int32) {
        lastSerial += 1
        entries[descriptor] = Entry(serial: lastSerial)
    }

    /// Removes a socket that is about to be closed.
    mutating func remove(_ descriptor: Int32) {
        guard let ports = entries.removeValue(forKey: descriptor)?.ports else { return }
        if descriptors[Self.key(ports)] == descriptor { descriptors[Self.key(ports)] = nil }
    }

    /// Returns the connection with the given ports; nil if there is none.
    mutating func find(localPort: Int32, remotePort: Int32) -> Connection? {
        let wanted = Self.key(clibcurl_ports(local: localPort, remote: remotePort))
        if let descriptor = descriptors[wanted], let entry = entries[descriptor],
            entry.ports.map(Self.key) == wanted
        {
            return Connection(descriptor: descriptor, serial: entry.serial)
        }
        for (descriptor, entry) in entries {
            var ports = entry.ports
            if ports == nil {
                let found = clibcurl_socket_ports(descriptor)
                guard found.remote > 0 else { continue }  // not connected yet
                entries[descriptor]?.ports = found
                ports = found
            }
            guard ports.map(Self.key) == wanted else { continue }
            descriptors[wanted] = descriptor
            return Connection(descriptor: descriptor, serial: entry.serial)
        }
        return nil
    }

    private static func key(_ ports: clibcurl_ports) -> Int64 { Int64(ports.local) << 32 | Int64(ports.remote) }

    /// Records that a transfer uses a connection.
    ///
    /// - Returns: False if the connection was idle and has unread bytes, or was closed by the server.
    mutating func begin(_ connection: Connection) -> Bool {
        guard let entry = entries[connection.descriptor], entry.serial == connection.serial else { return true }
        entries[connection.descriptor]?.isIdle = false
        return !entry.isIdle || clibcurl_socket_peek(connection.descriptor) == 0
    }

    /// Records that an HTTP/1 connection is idle after a transfer, if it still exists.
    mutating func end(_ connection: Connection) {
        guard entries[connection.descriptor]?.serial == connection.serial else { return }
        entries[connection.descriptor]?.isIdle = true
    }

    /// Returns true if a connection has unread bytes.
    func hasPendingBytes(_ connection: Connection) -> Bool {
        guard entries[connection.descriptor]?.serial == connection.serial else { return false }
        return clibcurl_socket_peek(connection.descriptor) > 0
    }
}
