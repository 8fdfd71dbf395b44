package import Downloads
package import FoundationEssentials

/// The settings of a queue run.
package struct QueueRunConfiguration: Sendable {
    /// The complete ids of the items to run; nil to run all.
    package var ids: Set<String>?
    /// The number of items that were added just before the run, for the animation of the display's badge.
    package var addedCount = 0
    /// The maximum numbers of simultaneous downloads, the speed limit and the longest wait.
    package var limits = QueueLimits()
    /// The settings of each download.
    package var downloads = DownloadOptions()
    /// The path of a PEM file with the certificates to trust; nil for the system's.
    package var certificatePath: String?
    /// The program to run for each finished download, and its arguments; nil for none.
    package var completionCommand: [String]?
    /// True to log only problems.
    package var isQuiet = false
    /// True to log each attempt, request and finished file as well.
    package var isVerbose = false
    /// True to report progress as JSON lines instead of on the display.
    package var reportsProgress = false

    /// Creates the default settings.
    package init() {}
}

/// The clocks of a queue run.
package struct QueueRunClock: Sendable {
    /// Returns the current time of the wall clock, for the delays in messages.
    package var now: @Sendable () -> Date
    /// Returns the current time of a monotonic clock, for intervals.
    package var uptime: @Sendable () -> ContinuousClock.Instant

    /// Creates clocks from functions.
    ///
    /// - Parameters:
    ///   - now: Returns the current time of the wall clock.
    ///   - uptime: Returns the current time of a monotonic clock.
    package init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
        self.uptime = uptime
    }
}
