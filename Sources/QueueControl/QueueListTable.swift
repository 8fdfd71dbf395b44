package import DownloadQueue
package import FoundationEssentials
import Syntax
import TerminalHUD
import WHATWGURL

/// The queue as a table of text.
package struct QueueListTable {
    private static let sizeColumn = 2
    /// The maximum width of a cell on a terminal, so that one long address leaves space for the other columns.
    private static let maximumCellWidth = 60

    /// The items, one per row.
    package var items: [QueueItem]
    /// The hosts that are deferred, with the end of each deferral.
    private var deferredHosts: [String: Date]
    /// The current time.
    package var now: Date
    /// The width of the terminal in columns; nil to truncate nothing.
    package var width: Int?
    /// The user's home directory, which paths show as `~`; nil shows complete paths.
    private var homeDirectory: String?

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - items: The items, one per row.
    ///   - deferredHosts: The hosts that are deferred, with the end of each deferral.
    ///   - now: The current time.
    ///   - width: The width of the terminal in columns; nil to truncate nothing.
    ///   - homeDirectory: The user's home directory, which paths show as `~`; nil shows complete paths.
    package init(
        items: [QueueItem], deferredHosts: [String: Date], now: Date, width: Int?, homeDirectory: String?
    ) {
        self.items = items
        self.deferredHosts = deferredHosts
        self.now = now
        self.width = width
        self.homeDirectory = homeDirectory
    }

    /// The lines: id, state, size, details, address.
    package var lines: [String] {
        var table = TextTable(rows: items.map(row))
        table.rightAligned = [Self.sizeColumn]
        table.maximumCellWidth = width == nil ? .max : Self.maximumCellWidth
        table.width = width
        return table.lines
    }

    private func row(_ item: QueueItem) -> [String] {
        [item.id, item.state.rawValue, size(of: item), details(of: item), item.url.displayText]
    }

    private func size(of item: QueueItem) -> String {
        switch (item.bytes, item.total) {
        case (let bytes, let total?) where bytes < total && total > 0:
            "\(ByteCount(clamping: bytes).bytes * 100 / total) % of \(ByteText.size(total))"
        case (0, nil): ""
        case (let bytes, _): ByteText.size(bytes)
        }
    }

    /// Returns the delay of a waiting item, the error of a failed one, and the path of any other.
    private func details(of item: QueueItem) -> String {
        switch item.state {
        case .waiting:
            let delay = DelayText.nextAttempt(of: item, hostDeferral: deferredHosts[item.url.host], at: now)
            return item.error.map { "\(delay): \(message($0))" } ?? delay
        case .failed, .quarantined: return item.error.map(message) ?? path(of: item)
        case .ready:
            guard !deferredHosts.isEmpty, let end = deferredHosts[item.url.host] else { return path(of: item) }
            return "deferred: next attempt \(DelayText.until(end, at: now))"
        case .running, .paused, .verifying, .done, .cancelled: return path(of: item)
        }
    }

    /// Returns an error's class and message without the address, which has a column of its own.
    private func message(_ error: QueueFailure) -> String {
        var message = Substring(error.message)
        let first = message.prefix { $0 != " " }
        if first.hasSuffix(":"), first.contains("://") { message = message.dropFirst(first.count + 1) }
        return "\(error.class.name): \(message)"
    }

    private func path(of item: QueueItem) -> String {
        let path = item.path ?? item.directory
        guard let homeDirectory, !homeDirectory.isEmpty, path.hasPrefix(homeDirectory + "/") else { return path }
        return "~" + path.dropFirst(homeDirectory.count)
    }
}
