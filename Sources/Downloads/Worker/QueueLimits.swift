import DownloadQueue

/// What a worker may do at once, and how long it stays.
package struct QueueLimits: Sendable, Hashable {
    /// The most downloads at once.
    ///
    /// Four keep a usual line busy, and a disk with one head usable.
    package var jobs: Int

    /// The most downloads at once from one host; two hide the pause between files without crowding anybody out.
    package var perHost: Int

    /// The speed of all downloads together that is not exceeded, in bytes per second; nil sets no limit.
    package var bytesPerSecond: Int64?

    /// A worker that ends when it is idle stays for items that wait no longer than this.
    package var wait: Duration

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - jobs: The most downloads at once, at least 1.
    ///   - perHost: The most downloads at once from one host, at least 1.
    ///   - bytesPerSecond: The speed that is not exceeded.
    ///   - wait: How long waiting items are waited for.
    package init(jobs: Int = 4, perHost: Int = 2, bytesPerSecond: Int64? = nil, wait: Duration = .seconds(60)) {
        self.jobs = max(1, jobs)
        self.perHost = max(1, perHost)
        self.bytesPerSecond = bytesPerSecond
        self.wait = wait
    }
}
