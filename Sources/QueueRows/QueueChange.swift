package import DownloadQueue

/// The columns of an item that have changed, and their new values.
///
/// ```swift
/// let change = QueueChange(from: item, to: changed)
/// let assignments = change.columns.map { "\($0.sqlName) = ?" }
/// print("UPDATE queue_item SET \(assignments.joined(separator: ", ")) WHERE id = ?", change.values)
/// ```
package struct QueueChange: Sendable {
    /// The new values, in the order of the columns.
    package private(set) var values: [QueueValue] = []

    /// A set of columns: a bit for each, at the position of its raw value.
    package typealias Columns = UInt64

    /// The changed columns.
    package private(set) var columnSet: Columns = 0

    /// The columns whose changes the change log reports; a renewed lease is not reported.
    private static let news: Columns = [
        QueueColumn.state, .durableBytes, .total, .fileName, .attempts, .priority, .errorClass, .errorMessage,
        .notBefore, .sha256,
    ].reduce(0) { $0 | 1 << Columns($1.rawValue) }

    /// True if the change log reports the change.
    package var isReported: Bool { columnSet & Self.news != 0 }

    /// The changed columns, in order.
    package var columns: [QueueColumn] { Self.columns(columnSet) }

    /// Returns the columns of a set, in order.
    package static func columns(_ set: Columns) -> [QueueColumn] {
        QueueColumn.allCases.filter { set & (1 << Columns($0.rawValue)) != 0 }
    }

    /// Compares two versions of an item.
    package init(from old: QueueItem, to new: QueueItem) {
        values.reserveCapacity(16)
        compareRequest(from: old.request, to: new.request)
        compare(.state, old.state.rawValue, new.state.rawValue)
        compare(.fileName, old.fileName, new.fileName)
        compare(.partName, old.partName, new.partName)
        compare(.durableBytes, old.content.durableBytes, new.content.durableBytes)
        compare(.total, old.content.total, new.content.total)
        compare(.etag, old.content.etag, new.content.etag)
        compare(.lastModified, old.content.lastModified, new.content.lastModified)
        compare(.attempts, old.attempts, new.attempts)
        compare(.failures, old.failures, new.failures)
        compare(.furthest, old.furthest, new.furthest)
        compare(.sha256, old.sha256, new.sha256)
        compare(.errorClass, old.error?.class.rawValue, new.error?.class.rawValue)
        compare(.errorMessage, old.error?.message, new.error?.message)
        compare(.errorIsLasting, old.error?.isLasting, new.error?.isLasting)
        compare(.needsSpace, Self.needsSpace(old), Self.needsSpace(new))
        compare(.notBefore, old.notBefore.map(QueueRow.milliseconds), new.notBefore.map(QueueRow.milliseconds))
        compare(.waitingSince, old.waitingSince.map(QueueRow.milliseconds), new.waitingSince.map(QueueRow.milliseconds))
        compare(.leaseOwner, old.lease?.owner, new.lease?.owner)
        compare(
            .leaseUntil, (old.lease?.until).map(QueueRow.milliseconds), (new.lease?.until).map(QueueRow.milliseconds))
        compare(.epoch, old.epoch, new.epoch)
        compare(.finishedAt, old.finishedAt.map(QueueRow.milliseconds), new.finishedAt.map(QueueRow.milliseconds))
        if old.content != new.content { compare(.partState, old.content.state, new.content.state) }
        compare(.live, Self.live(old), Self.live(new))
        compare(.crashes, old.crashes, new.crashes)
    }

    /// Compares the requests, which differ only if the download was added again with other options.
    private mutating func compareRequest(from old: NewQueueItem, to new: NewQueueItem) {
        guard old != new else { return }
        compare(.checksum, old.checksum?.description, new.checksum?.description)
        compare(.referer, old.referer, new.referer)
        compare(.headers, QueueRow.json(old.headers), QueueRow.json(new.headers))
        compare(.priority, old.priority, new.priority)
        compare(.userAgent, old.userAgent, new.userAgent)
        compare(.proxy, old.proxy, new.proxy)
        compare(.netrc, old.netrcPath, new.netrcPath)
        compare(.cookies, old.cookiesPath, new.cookiesPath)
        compare(.snapshot, old.snapshot, new.snapshot)
        compare(.startAt, old.startAt.map(QueueRow.milliseconds), new.startAt.map(QueueRow.milliseconds))
        compare(.suggestedName, old.suggestedName, new.suggestedName)
        compare(.privateHosts, old.privateHosts.stored, new.privateHosts.stored)
        compare(.root, old.root, new.root)
        compare(.acceptsHtml, QueueRow.mark(old.acceptsHTML), QueueRow.mark(new.acceptsHTML))
    }

    /// Returns the values of the columns that describe the state, which follow those of the request.
    static func stateValues(_ item: QueueItem) -> [QueueValue] {
        [
            .text(item.state.rawValue), QueueValue(item.fileName), QueueValue(item.partName),
            .integer(item.content.durableBytes), QueueValue(item.content.total), QueueValue(item.content.etag),
            QueueValue(item.content.lastModified), QueueValue(item.attempts), QueueValue(item.failures),
            .integer(item.furthest), QueueValue(item.sha256), QueueValue(item.error?.class.rawValue),
            QueueValue(item.error?.message), QueueValue(item.error?.isLasting), QueueValue(needsSpace(item)),
            QueueValue(item.notBefore.map(QueueRow.milliseconds)),
            QueueValue(item.waitingSince.map(QueueRow.milliseconds)), QueueValue(item.lease?.owner),
            QueueValue((item.lease?.until).map(QueueRow.milliseconds)), QueueValue(item.epoch),
            QueueValue(item.finishedAt.map(QueueRow.milliseconds)), QueueValue(item.content.state),
            QueueValue(live(item)), QueueValue(item.crashes),
        ]
    }

    private mutating func compare(_ column: QueueColumn, _ old: String?, _ new: String?) {
        if old != new { set(column, QueueValue(new)) }
    }

    private mutating func compare<Number: BinaryInteger>(_ column: QueueColumn, _ old: Number?, _ new: Number?) {
        if old != new { set(column, QueueValue(new)) }
    }

    private mutating func compare(_ column: QueueColumn, _ old: Bool?, _ new: Bool?) {
        if old != new { set(column, QueueValue(new)) }
    }

    private mutating func set(_ column: QueueColumn, _ value: QueueValue) {
        columnSet |= 1 << Columns(column.rawValue)
        values.append(value)
    }

    private static func needsSpace(_ item: QueueItem) -> Int? { item.error?.needsSpace == true ? 1 : nil }

    private static func live(_ item: QueueItem) -> Int? { item.state.blocksDuplicates ? 1 : nil }
}
