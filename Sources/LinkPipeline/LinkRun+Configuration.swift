package import Crawling
package import PageFetch

extension LinkRun {
    /// The settings of a run.
    package struct Configuration: Sendable {
        /// The fetcher of all pages.
        package var fetcher: PageFetcher
        /// The limits of requests for web archives.
        package var archiveLimits: FetchPolicy.ArchiveLimits
        /// The scope of the crawl.
        package var frontier: Frontier.Options
        /// The memory limits of the crawl.
        package var limits: CrawlRun.Limits
        /// True if the crawl obeys robots.txt.
        package var obeysRobots: Bool
        /// True if every link is checked.
        package var checksLinks: Bool
        /// The path of the crawl's journal; nil for a crawl that cannot be resumed.
        package var journalPath: String?
        /// A clock that returns the seconds since 1970.
        package var now: @Sendable () -> Int64
        /// A clock that returns the time since some moment, which measures how long pages take.
        package var uptime: @Sendable () -> Duration

        /// Creates the configuration of a run that fetches only its inputs.
        ///
        /// - Parameters:
        ///   - fetcher: The fetcher of all pages.
        ///   - now: A clock that returns the seconds since 1970.
        ///   - uptime: A clock that returns the time since some moment.
        package init(
            fetcher: PageFetcher, now: @escaping @Sendable () -> Int64,
            uptime: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in ContinuousClock.now - start
            }
        ) {
            self.fetcher = fetcher
            self.now = now
            self.uptime = uptime
            archiveLimits = FetchPolicy.ArchiveLimits()
            frontier = Frontier.Options()
            limits = CrawlRun.Limits()
            obeysRobots = true
            checksLinks = false
        }
    }
}
