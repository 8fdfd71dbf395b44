/// Decides which waiting transfer starts next: hosts in turn, the transfers of a host in order, within both limits.
struct AdmissionQueue {
    private struct Host {
        var running = 0
        var waiting = FIFO()
        var isListed = false
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
    private var running = 0
    private var hosts: [String: Host] = [:]

    /// The hosts that have something waiting and room for it, in turn.
    private var ready: [String] = []
    private var readyStart = 0

    /// Transfers that are still listed but no longer want to start.
    private var withdrawn: Set<UInt64> = []

    init(maximumConcurrent: Int, maximumPerHost: Int) {
        self.maximumConcurrent = maximumConcurrent
        self.maximumPerHost = maximumPerHost
    }

    /// Lists a transfer.
    ///
    /// - Parameters:
    ///   - id: The transfer.
    ///   - host: The host that it goes to.
    ///   - isContinued: Puts it before all others, since it has waited already.
    mutating func enqueue(_ id: UInt64, host: String, isContinued: Bool = false) {
        if isContinued {
            hosts[host, default: Host()].waiting.prepend(id)
        } else {
            hosts[host, default: Host()].waiting.append(id)
        }
        list(host)
    }

    /// Takes the next transfer that may start, and counts it as running with its host.
    mutating func next() -> (id: UInt64, host: String)? {
        while running < maximumConcurrent, readyStart < ready.count {
            let name = ready[readyStart]
            readyStart += 1
            if readyStart > 1_024, readyStart * 2 > ready.count {
                ready.removeFirst(readyStart)
                readyStart = 0
            }
            hosts[name]?.isListed = false
            guard let id = takeFirst(of: name) else { continue }
            running += 1
            hosts[name]?.running += 1
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

    private mutating func takeFirst(of name: String) -> UInt64? {
        while hosts[name]?.waiting.isEmpty == false {
            guard let id = hosts[name]?.waiting.removeFirst() else { return nil }
            if withdrawn.remove(id) == nil { return id }
        }
        dropIfIdle(name)
        return nil
    }

    private mutating func list(_ name: String) {
        guard let host = hosts[name], !host.isListed, !host.waiting.isEmpty, host.running < maximumPerHost else {
            return
        }
        hosts[name]?.isListed = true
        ready.append(name)
    }

    private mutating func dropIfIdle(_ name: String) {
        guard let host = hosts[name], host.running == 0, host.waiting.isEmpty, !host.isListed else { return }
        hosts[name] = nil
    }
}
