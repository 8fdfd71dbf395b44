import Synchronization

/// The hosts that have asked for a delay, to which no other request is sent meanwhile.
final class HostGate: Sendable {
    private struct Host {
        /// The number of fetches that wait for the host.
        var closings = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let hosts = Mutex<[String: Host]>([:])

    /// Closes the gate of a host once more.
    func close(_ hostname: String) {
        hosts.withLock { $0[hostname, default: Host()].closings += 1 }
    }

    /// Reverts one ``close(_:)``; after the last one, everything that waits runs.
    func open(_ hostname: String) {
        let waiting = hosts.withLock { hosts -> [@Sendable () -> Void] in
            guard var host = hosts[hostname] else { return [] }
            host.closings -= 1
            hosts[hostname] = host.closings > 0 ? host : nil
            return host.closings > 0 ? [] : host.waiting
        }
        for work in waiting { work() }
    }

    /// Returns true if the gate of a host is open; otherwise runs a piece of work when it is opened.
    func isOpen(_ hostname: String, orThen work: @escaping @Sendable () -> Void) -> Bool {
        hosts.withLock { hosts in
            guard hosts[hostname] != nil else { return true }
            hosts[hostname]?.waiting.append(work)
            return false
        }
    }
}
