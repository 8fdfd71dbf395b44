/// A queue that decides which transfer starts next.
///
/// Hosts take turns, the transfers of a host keep their order, and the limits in total and for each host are respected.
struct AdmissionQueue {
    private struct Host {
        var running = 0
        var waiting = FIFO()
        var isListed = false

        /// The minimum interval between two starts.
        var interval: Duration = .zero

        /// The time of the next start; nil if there is no restriction.
        var nextStart: ContinuousClock.Instant?
    }

    /// A first-in, first-out queue that removes its first element in constant time.
    private struct FIFO {
        private var elements: [UInt64] = []
        private var start = 0

        var isEmpty: Bool { start == elements.count }

        mutating func append(_ element: UInt64) {
            elements.append(element)
        }

        mutating func prepend(_ element: UInt64) {
            if start > 0 {
                start -= 1
                elements[start] = element
            } else {
                elements.insert(element, at: 0)
            }
        }

        mutating func removeFirst() -> UInt64 {
            defer {
                start += 1
                if start > 1_024, start * 2 > elements.count {
                    elements.removeFirst(start)
                    start = 0
                }
            }
            return elements[start]
        }
    }

    private let maximumConcurrent: Int
    private let maximumPerHost: Int
    private let maximumPerLoopbackHost: Int
    private var running = 0
    private var hosts: [String: Host] = [:]

    /// The hosts that have a queued transfer and a free connection, in the order of their turns.
    private var ready: [String] = []
    private var readyStart = 0

    /// The transfers that were withdrawn but are still in a host's queue.
    private var withdrawn: Set<UInt64> = []

    /// The hosts whose interval has not elapsed, with the time of their next start.
    private var delayed: [String: ContinuousClock.Instant] = [:]

    init(maximumConcurrent: Int, maximumPerHost: Int, maximumPerLoopbackHost: Int? = nil) {
        self.maximumConcurrent = maximumConcurrent
        self.maximumPerHost = maximumPerHost
        self.maximumPerLoopbackHost = maximumPerLoopbackHost ?? maximumPerHost
    }

    /// Adds a transfer.
    ///
    /// - Parameters:
    ///   - id: The identifier of the transfer's job.
    ///   - host: The name of the host, to which the limit for each host applies.
    ///   - interval: The minimum interval between two starts with the host. If transfers differ, the longest one
    ///     applies.
    ///   - isContinued: True if the transfer has already had a turn, so that it precedes the host's other transfers.
    mutating func enqueue(_ id: UInt64, host: String, interval: Duration = .zero, isContinued: Bool = false) {
        var entry = hosts.removeValue(forKey: host) ?? Host()
        entry.interval = max(entry.interval, interval)
        if isContinued { entry.waiting.prepend(id) } else { entry.waiting.append(id) }
        hosts[host] = entry
        list(host)
    }

    /// The time at which a delayed host may be requested again; nil if no host is delayed, or if the maximum number of
    /// transfers is running.
    var nextDue: ContinuousClock.Instant? { running < maximumConcurrent ? delayed.values.min() : nil }

    /// Removes the next transfer that may start, and counts it as a running transfer of its host.
    mutating func next(now: ContinuousClock.Instant) -> (id: UInt64, host: String)? {
        if !delayed.isEmpty { readyDelayedHosts(now: now) }
        while running < maximumConcurrent, readyStart < ready.count {
            let name = ready[readyStart]
            readyStart += 1
            if readyStart > 1_024, readyStart * 2 > ready.count {
                ready.removeFirst(readyStart)
                readyStart = 0
            }
            hosts[name]?.isListed = false
            if let start = hosts[name]?.nextStart, start > now {
                hosts[name]?.isListed = true
                delayed[name] = start
                continue
            }
            guard let id = dequeue(from: name) else { continue }
            running += 1
            hosts[name]?.running += 1
            if let interval = hosts[name]?.interval, interval > .zero { hosts[name]?.nextStart = now + interval }
            list(name)
            return (id, name)
        }
        return nil
    }

    /// Records that a running transfer of a host has ended.
    mutating func release(host: String) {
        running -= 1
        hosts[host]?.running -= 1
        list(host)
        dropIfIdle(host)
    }

    /// Removes a queued transfer.
    mutating func withdraw(_ id: UInt64) {
        withdrawn.insert(id)
    }

    private mutating func readyDelayedHosts(now: ContinuousClock.Instant) {
        for (name, instant) in delayed.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) where instant <= now {
            delayed[name] = nil
            ready.append(name)
        }
    }

    private mutating func dequeue(from name: String) -> UInt64? {
        while hosts[name]?.waiting.isEmpty == false {
            guard let id = hosts[name]?.waiting.removeFirst() else { return nil }
            if withdrawn.remove(id) == nil { return id }
        }
        dropIfIdle(name)
        return nil
    }

    private mutating func list(_ name: String) {
        guard let host = hosts[name], !host.isListed, !host.waiting.isEmpty, host.running < limit(of: name) else {
            return
        }
        hosts[name]?.isListed = true
        ready.append(name)
    }

    private mutating func dropIfIdle(_ name: String) {
        // A host with an interval is kept; otherwise the next transfer would start too early.
        guard let host = hosts[name], host.running == 0, host.waiting.isEmpty, !host.isListed,
            host.interval == .zero
        else { return }
        hosts[name] = nil
    }

    private func limit(of host: String) -> Int {
        Self.isLoopback(host) ? maximumPerLoopbackHost : maximumPerHost
    }

    /// Returns true if a host name, in the form of ``WebURL/hostname``, is one of this machine's own addresses.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "[::1]" || host == "::1"
            || (host.hasPrefix("127.") && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E })
    }
}
