package import Transfer

/// The limits of a worker.
package struct QueueLimits: Sendable, Hashable {
    /// The number of simultaneous downloads with which a worker begins, if it is not fixed.
    ///
    /// Eight use a typical connection fully, without making a hard disk seek too much.
    package static let initialJobs = 8

    /// The number of simultaneous downloads from one host with which a worker begins, if it is not fixed.
    ///
    /// Browsers use six, so servers expect that many.
    package static let initialPerHost = 6

    /// The maximum number of simultaneous downloads if it is not fixed.
    ///
    /// At 50 ms of latency, 64 files of 256 KiB from one host take 0.35 s with 32 connections and 0.79 s with six.
    package static let maximumJobs = 32

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
    package var largestJobs: Int { jobs ?? Self.maximumJobs }

    /// The largest number of simultaneous downloads from one host that the worker will ever run.
    package var largestPerHost: Int { min(perHost ?? largestJobs, largestJobs) }

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
