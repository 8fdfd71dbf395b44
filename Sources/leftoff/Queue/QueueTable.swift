import DownloadQueue
import FoundationEssentials
import WHATWGURL

/// The queue as a table that people can read.
struct QueueTable {
    private static let sizeColumn = 2

    let items: [QueueItem]
    /// Until when hosts are not asked.
    let held: [String: Date]
    let now: Date
    /// The width of the terminal in columns; nil cuts nothing.
    let width: Int?

    /// The lines: id, state, size, what there is to say, address.
    var lines: [String] {
        var table = TextTable(rows: items.map(row))
        table.rightAligned = [Self.sizeColumn]
        table.maximumCellWidth = width == nil ? .max : 60
        table.width = width
        return table.lines
    }

    private func row(_ item: QueueItem) -> [String] {
        [item.id, item.state.rawValue, size(item), about(item), item.url.shown]
    }

    private func size(_ item: QueueItem) -> String {
        switch (item.bytes, item.total) {
        case (let bytes, let total?) where bytes < total && total > 0:
            "\(bytes * 100 / total) % of \(ByteText.size(total))"
        case (0, nil): ""
        case (let bytes, _): ByteText.size(bytes)
        }
    }

    private func about(_ item: QueueItem) -> String {
        switch item.state {
        case .waiting:
            let pause = WaitText.of(item, held: held[item.url.host], at: now)
            return item.error.map { "\(pause): \(words($0))" } ?? pause
        case .failed, .quarantined: return item.error.map(words) ?? place(item)
        case .ready:
            guard !held.isEmpty, let end = held[item.url.host] else { return place(item) }
            return "its host is given time: next try \(WaitText.until(end, at: now))"
        case .running, .paused, .verifying, .done, .cancelled: return place(item)
        }
    }

    /// What went wrong, without the address, which has a column of its own.
    private func words(_ error: QueueFailure) -> String {
        var message = Substring(error.message)
        let first = message.prefix { $0 != " " }
        if first.hasSuffix(":"), first.contains("://") { message = message.dropFirst(first.count + 1) }
        return "\(error.class.name): \(message)"
    }

    private func place(_ item: QueueItem) -> String {
        let path = item.path ?? item.directory
        guard let home = ProcessInfo.processInfo.environment["HOME"], !home.isEmpty, path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }
}
