import DownloadQueue

/// The limits of a worker.
package struct QueueLimits: Sendable, Hashable {
    /// The maximum number of simultaneous downloads.
    ///
    /// Four use a typical connection fully, without making a hard disk seek too much.
    package var jobs: Int

    /// The maximum number of simultaneous downloads from one host.
    ///
    /// Two hide the delay between files without keeping other hosts waiting.
    package var perHost: Int

    /// The maximum speed of all downloads together, in bytes per second; nil for no limit.
    package var bytesPerSecond: Int64?

    /// The longest delay of a waiting item during which a worker keeps running; for longer delays, the worker ends.
    package var wait: Duration

    /// Creates limits; `jobs` and `perHost` are at least 1.
    package init(jobs: Int = 4, perHost: Int = 2, bytesPerSecond: Int64? = nil, wait: Duration = .seconds(60)) {
        self.jobs = max(1, jobs)
        self.perHost = max(1, perHost)
        self.bytesPerSecond = bytesPerSecond
        self.wait = wait
    }
}
