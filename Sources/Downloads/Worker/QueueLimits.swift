package import Fetching

/// The limits of a worker.
package struct QueueLimits: Sendable, Hashable {
    /// The number of simultaneous downloads with which a worker begins, if it is not fixed.
    ///
    /// Eight use a typical connection fully, without making a hard disk seek too much.
    static let initialJobs = 8

    /// The number of simultaneous downloads from one host with which a worker begins, if it is not fixed.
    ///
    /// Browsers use six, so servers expect that many.
    package static let initialPerHost = 6

    /// The maximum number of simultaneous downloads if it is not fixed.
    ///
    /// At 50 ms of latency, 64 files of 256 KiB from one host take 0.35 s with 32 connections and 0.79 s with six.
    private static let maximumJobs = 32

    /// The fixed maximum number of simultaneous downloads.
    ///
    /// If it is nil, a worker begins with ``initialJobs`` and runs more, up to ``maximumJobs``, while they are short.
    package var jobs: Int?

    /// The fixed maximum number of simultaneous downloads from one host.
    ///
    /// If it is nil, a worker begins with ``initialPerHost`` and runs more while the host responds quickly.
    package var perHost: Int?

    /// The number of simultaneous downloads from one host that all workers of a shared queue may run together; nil if
    /// only ``perHost`` applies.
    ///
    /// Nothing is then claimed ahead, because claimed items count.
    package var sharedPerHost: Int?

    /// The maximum speed of all downloads together, in bytes per second; nil for no limit.
    package var bytesPerSecond: Int64?

    /// The longest delay of a waiting item during which a worker keeps running; for longer delays, the worker ends.
    package var wait: Duration

    /// The time after which the worker stops trusting a lease that it could not renew; nil if it trusts its leases
    /// until the store rejects a record.
    ///
    /// For a queue that several machines share, it is ``QueueLease/fence``. All workers of a queue on one machine have
    /// the same clock, and the store checks each record, so they need none.
    package var leaseFence: Duration?

    /// Creates limits; `jobs` and `perHost` are at least 1, and nil lets the worker adapt them.
    package init(
        jobs: Int? = nil, perHost: Int? = nil, bytesPerSecond: Int64? = nil, wait: Duration = .seconds(60)
    ) {
        self.jobs = jobs.map { max(1, $0) }
        self.perHost = perHost.map { max(1, $0) }
        self.bytesPerSecond = bytesPerSecond
        self.wait = wait
    }

    /// The largest number of simultaneous downloads that the worker will ever run.
    var largestJobs: Int { jobs ?? Self.maximumJobs }

    /// The largest number of simultaneous downloads from one host that the worker will ever run.
    var largestPerHost: Int { min(perHost ?? largestJobs, largestJobs) }

    /// Returns the configuration of an engine that starts each download of the worker without delay.
    ///
    /// - Parameter segments: The maximum number of connections for one file.
    /// - Returns: The configuration.
    package func engineConfiguration(segments: Int) -> TransferEngine.Configuration {
        TransferEngine.Configuration(
            maximumConcurrent: max(64, largestJobs * segments),
            maximumPerHost: max(6, largestPerHost + SegmentBudget.extraConnections(segments: segments)))
    }
}

/// The numbers of downloads that a worker runs at once, in total and from each host.
///
/// Each short download raises the limits, because many short downloads spend most of their time waiting for responses.
/// A long download ends the growth, since more connections would not make it faster. A failure that the host caused
/// halves the host's limit. Afterwards each download raises it again, but never beyond its initial value.
struct AdaptiveLimits {
    /// The number by which a short download raises a limit.
    ///
    /// With four, a host reaches 32 when seven downloads were short, usually after one or two round trips. Two take one
    /// round trip more.
    private static let growth = 4

    /// The maximum number of hosts whose limits are stored, because each claim copies all of them.
    private static let hostCount = 512

    /// The limits of one host.
    private struct Host {
        var limit: Int
        /// The value up to which the limit may grow.
        var maximum: Int
        /// The number of attempts that had begun when the limit was halved last; 0 if it never was.
        var attemptsAtHalving = 0
    }

    /// The number of downloads that may run at once.
    private(set) var jobs: Int

    private let initialJobs: Int
    private let maximumJobs: Int
    private let initialPerHost: Int
    private let maximumPerHost: Int
    /// The hosts whose limits differ from those of a new host, or were halved.
    private var hosts: [String: Host] = [:]
    /// The number of attempts that have begun.
    private var attemptCount = 0

    /// Creates the limits of a worker that has not downloaded anything.
    init(_ limits: QueueLimits) {
        initialJobs = limits.jobs ?? QueueLimits.initialJobs
        maximumJobs = limits.largestJobs
        initialPerHost = limits.perHost ?? min(QueueLimits.initialPerHost, limits.largestPerHost)
        maximumPerHost = max(initialPerHost, limits.largestPerHost)
        jobs = initialJobs
    }

    /// The number of downloads from a new host that may run at once.
    var perHost: Int { initialPerHost }

    /// The limits of the hosts for which they may differ from ``perHost``.
    var exceptions: [String: Int] { hosts.mapValues(\.limit) }

    /// Returns the number of downloads from a host that may run at once.
    func limit(of host: String) -> Int { hosts[host]?.limit ?? initialPerHost }

    /// Raises the limits after a short download.
    mutating func recordShortDownload(from host: String) {
        jobs = min(maximumJobs, jobs + Self.growth)
        change(host) { $0.limit = max($0.limit, min($0.maximum, $0.limit + Self.growth)) }
    }

    /// Lowers grown limits to their initial values after a long download.
    ///
    /// If the limit of its host is below the initial value, it is raised by one.
    mutating func recordLongDownload(from host: String) {
        jobs = initialJobs
        change(host) { [initialPerHost] in $0.limit = min($0.limit + 1, initialPerHost) }
    }

    /// Counts an attempt that begins.
    ///
    /// - Returns: Its number, for ``recordFailure(of:attempt:)``.
    mutating func beginAttempt() -> Int {
        attemptCount += 1
        return attemptCount
    }

    /// Halves the limit of a host after a failure that it caused, such as a refused connection or a status 429 or 503.
    ///
    /// If several attempts run when the network is lost, all of them fail. Only the first of these failures counts.
    ///
    /// - Parameters:
    ///   - host: The host, with its port.
    ///   - attempt: The number of the failed attempt.
    mutating func recordFailure(of host: String, attempt: Int) {
        guard attempt > hosts[host]?.attemptsAtHalving ?? 0 else { return }
        change(host) { [initialPerHost, attemptCount] entry in
            entry.maximum = min(entry.maximum, initialPerHost)
            entry.limit = max(1, min(entry.limit, initialPerHost * 2) / 2)
            entry.attemptsAtHalving = attemptCount
        }
    }

    private mutating func change(_ host: String, _ body: (inout Host) -> Void) {
        var entry = hosts[host] ?? Host(limit: initialPerHost, maximum: maximumPerHost)
        body(&entry)
        // A failure of an attempt that began before the limit was halved must be recognized after it has recovered too.
        guard entry.attemptsAtHalving > 0 || entry.limit > initialPerHost else {
            hosts[host] = nil
            return
        }
        if hosts.count >= Self.hostCount, hosts[host] == nil { forgetHosts() }
        hosts[host] = entry
    }

    private func isLowered(_ host: Host) -> Bool { host.limit < initialPerHost || host.maximum < maximumPerHost }

    /// Forgets raised limits and, if many are left, the lowered ones that have not been halved for the longest time.
    ///
    /// Half of the hosts at least are forgotten, so that this is rarely necessary.
    private mutating func forgetHosts() {
        let lowered = hosts.filter { isLowered($0.value) }.sorted {
            $0.value.attemptsAtHalving > $1.value.attemptsAtHalving
        }
        hosts = [:]
        for (host, entry) in lowered.prefix(Self.hostCount / 2) { hosts[host] = entry }
    }
}

/// The numbers of items that a worker downloads and finishes, in total and for each host.
struct WorkerSlots {
    /// The number of items that are being downloaded.
    private(set) var active = 0

    /// The number of items of each host that are being downloaded.
    private(set) var activeByHost: [String: Int] = [:]

    /// The number of items of each host that are being downloaded or finished.
    private var runningByHost: [String: Int] = [:]

    /// Counts an item whose download begins.
    mutating func begin(host: String) {
        active += 1
        activeByHost[host, default: 0] += 1
        runningByHost[host, default: 0] += 1
    }

    /// Counts an item whose bytes have all been received, or whose download has failed.
    mutating func endDownload(host: String) {
        active -= 1
        let count = activeByHost[host, default: 1] - 1
        activeByHost[host] = count > 0 ? count : nil
    }

    /// Counts an item that has ended.
    ///
    /// - Parameter host: The item's host.
    /// - Returns: True if no other item of the host is being downloaded or finished.
    mutating func end(host: String) -> Bool {
        let count = runningByHost[host, default: 1] - 1
        runningByHost[host] = count > 0 ? count : nil
        return count == 0
    }
}
