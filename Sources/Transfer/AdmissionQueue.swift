/// Decides which waiting transfer starts next: hosts in turn, the transfers of a host in order, within both limits.
struct AdmissionQueue {
    private struct Host {
        var running = 0
        var waiting = FIFO()
        var isListed = false

        /// The least time between two starts, and when the next one may be.
        var interval: Duration = .zero
        var nextStart: ContinuousClock.Instant?
    }

    /// A queue whose removal at the front takes constant time.
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

    /// The hosts that have something waiting and room for it, in turn.
    private var ready: [String] = []
    private var readyStart = 0

    /// Transfers that are still listed but no longer want to start.
    private var withdrawn: Set<UInt64> = []

    /// The hosts that have to let some time pass, and until when.
    private var resting: [String: ContinuousClock.Instant] = [:]

    init(maximumConcurrent: Int, maximumPerHost: Int, maximumPerLoopbackHost: Int? = nil) {
        self.maximumConcurrent = maximumConcurrent
        self.maximumPerHost = maximumPerHost
        self.maximumPerLoopbackHost = maximumPerLoopbackHost ?? maximumPerHost
    }

    /// Lists a transfer.
    ///
    /// - Parameters:
    ///   - id: The transfer.
    ///   - host: The host that it goes to.
    ///   - interval: The least time between two starts with the host; the longest that was asked for counts.
    ///   - isContinued: Puts it before all others, since it has waited already.
    mutating func enqueue(_ id: UInt64, host: String, interval: Duration = .zero, isContinued: Bool = false) {
        hosts[host, default: Host()].interval = max(hosts[host]?.interval ?? .zero, interval)
        if isContinued {
            hosts[host, default: Host()].waiting.prepend(id)
        } else {
            hosts[host, default: Host()].waiting.append(id)
        }
        list(host)
    }

    /// When a host that rests may be gone to again; nil when none rests.
    var nextDue: ContinuousClock.Instant? { running < maximumConcurrent ? resting.values.min() : nil }

    /// Takes the next transfer that may start, and counts it as running with its host.
    mutating func next(now: ContinuousClock.Instant) -> (id: UInt64, host: String)? {
        if !resting.isEmpty { wakeRested(now: now) }
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
                resting[name] = start
                continue
            }
            guard let id = takeFirst(of: name) else { continue }
            running += 1
            hosts[name]?.running += 1
            if let interval = hosts[name]?.interval, interval > .zero { hosts[name]?.nextStart = now + interval }
            list(name)
            return (id, name)
        }
        return nil
    }

    /// Counts a transfer as ended.
    mutating func release(host: String) {
        running -= 1
        hosts[host]?.running -= 1
        list(host)
        dropIfIdle(host)
    }

    /// Takes a waiting transfer out of the queue.
    mutating func withdraw(_ id: UInt64) {
        withdrawn.insert(id)
    }

    private mutating func wakeRested(now: ContinuousClock.Instant) {
        for (name, instant) in resting.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) where instant <= now {
            resting[name] = nil
            ready.append(name)
        }
    }

    private mutating func takeFirst(of name: String) -> UInt64? {
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
        // A host that has to rest is remembered, or the next transfer would come too early.
        guard let host = hosts[name], host.running == 0, host.waiting.isEmpty, !host.isListed,
            host.interval == .zero
        else { return }
        hosts[name] = nil
    }

    private func limit(of host: String) -> Int {
        Self.isLoopback(host) ? maximumPerLoopbackHost : maximumPerHost
    }

    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "[::1]" || host == "::1"
            || (host.hasPrefix("127.") && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E })
    }
}
