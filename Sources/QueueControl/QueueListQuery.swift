package import DownloadQueue
package import FoundationEssentials

/// The downloads that a list shows to people.
///
/// A download that is done leaves the list a day after it has ended; it stays in the queue.
package struct QueueListQuery: Sendable {
    /// The listed downloads, and the number of those that have left the list.
    package struct Result: Sendable {
        /// The listed downloads in the order of work.
        package var items: [QueueItem] = []
        /// The number of downloads before the end of ``items`` that ended more than a day ago and are not listed.
        package var hiddenCount = 0
    }

    /// The time after which a done download leaves the list.
    ///
    /// A smaller value would hide what was downloaded overnight, a larger one would fill the screen.
    package static let doneLifetime: Duration = .seconds(86_400)

    /// The number of items that are read at once if only some of the queue is listed.
    private static let pageSize = 500

    /// The states, whose downloads do not leave the list; nil for all states.
    package var states: Set<QueueState>?
    /// The hosts; nil for all.
    package var host: HostPattern?
    /// The maximum number of downloads; nil for all.
    package var limit: Int?
    /// The complete id of the download after which the list begins; nil begins with the first.
    package var after: String?
    /// True to list all done downloads.
    package var includesOld = false

    /// Creates a query for all downloads but the old ones.
    package init() {}

    /// True if every download of the queue is listed.
    package var isUnfiltered: Bool { states == nil && host == nil && after == nil }

    /// Reads the downloads.
    ///
    /// - Parameters:
    ///   - store: The queue that contains them.
    ///   - now: The current time, by which done downloads are old.
    /// - Returns: The listed downloads.
    /// - Throws: `QueueError.notFound` if the download after which the list begins no longer exists, and errors of the
    ///   store.
    package func items(in store: any QueueStore, at now: Date) throws -> Result {
        let all = QueueListing(states: states, limit: isSelective ? nil : limit, after: after)
        guard isSelective, limit != nil else { return listed(try store.items(all), at: now) }
        do {
            return try firstItems(in: store, at: now)
        } catch QueueError.notFound(let id) where id != after {
            // Another process has removed the last item of a page.
            return listed(try store.items(all), at: now)
        }
    }

    /// True if items that the store returns are left out.
    private var isSelective: Bool { hidesOld || host != nil }

    private var hidesOld: Bool { !includesOld && states == nil }

    /// Reads only as much of the queue as the limit needs.
    private func firstItems(in store: any QueueStore, at now: Date) throws -> Result {
        var result = Result()
        var last = after
        while true {
            let page = try store.items(QueueListing(states: states, limit: Self.pageSize, after: last))
            add(page, to: &result, at: now)
            guard page.count == Self.pageSize, result.items.count != limit, let end = page.last else { return result }
            last = end.id
        }
    }

    private func listed(_ items: [QueueItem], at now: Date) -> Result {
        var result = Result()
        add(items, to: &result, at: now)
        return result
    }

    /// Appends those of some items that are listed, up to the limit.
    private func add(_ items: [QueueItem], to result: inout Result, at now: Date) {
        let old = QueueSelection(states: [.done], olderThan: Self.doneLifetime)
        for item in items {
            if result.items.count == limit { return }
            if let host, !host.matches(item.url) { continue }
            if hidesOld, old.matches(item, at: now) {
                result.hiddenCount += 1
            } else {
                result.items.append(item)
            }
        }
    }
}
