import DownloadQueue
import Foundation
import Synchronization

/// What has changed of an item: the columns, and their new values.
struct QueueChange {
    /// The new values, in the order of the columns.
    private(set) var values: [QuickValue] = []

    /// A bit for each column that has changed.
    private var columns: UInt64 = 0

    /// The columns whose change is news for people; a renewed lease is not.
    private static let news = bits([
        .state, .durableBytes, .total, .fileName, .attempts, .priority, .errorClass, .errorMessage, .notBefore, .sha256,
    ])

    private static func bits(_ columns: [QueueColumn]) -> UInt64 {
        columns.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    /// The statements, by their columns: there are few, and each is used thousands of times.
    private static let statements = Mutex<[UInt64: String]>([:])

    /// Compares two states of an item; what is news gets a number.
    init(from old: QueueItem, to new: QueueItem, _ numbers: ChangeNumbers) {
        values.reserveCapacity(16)
        noteRequest(from: old.request, to: new.request)
        note(.state, old.state.rawValue, new.state.rawValue)
        note(.fileName, old.fileName, new.fileName)
        note(.partName, old.partName, new.partName)
        note(.durableBytes, old.content.durableBytes, new.content.durableBytes)
        note(.total, old.content.total, new.content.total)
        note(.etag, old.content.etag, new.content.etag)
        note(.lastModified, old.content.lastModified, new.content.lastModified)
        note(.attempts, old.attempts, new.attempts)
        note(.failures, old.failures, new.failures)
        note(.furthest, old.furthest, new.furthest)
        note(.sha256, old.sha256, new.sha256)
        note(.errorClass, old.error?.class.rawValue, new.error?.class.rawValue)
        note(.errorMessage, old.error?.message, new.error?.message)
        note(.errorIsLasting, old.error?.isLasting, new.error?.isLasting)
        note(.needsSpace, Self.needsSpace(old), Self.needsSpace(new))
        note(.notBefore, old.notBefore.map(QueueRow.milliseconds), new.notBefore.map(QueueRow.milliseconds))
        note(.waitingSince, old.waitingSince.map(QueueRow.milliseconds), new.waitingSince.map(QueueRow.milliseconds))
        note(.leaseOwner, old.lease?.owner, new.lease?.owner)
        note(.leaseUntil, (old.lease?.until).map(QueueRow.milliseconds), (new.lease?.until).map(QueueRow.milliseconds))
        note(.epoch, old.epoch, new.epoch)
        note(.finishedAt, old.finishedAt.map(QueueRow.milliseconds), new.finishedAt.map(QueueRow.milliseconds))
        if old.content != new.content { note(.partState, old.content.state, new.content.state) }
        note(.live, Self.live(old), Self.live(new))
        if columns & Self.news != 0 { set(.changed, .integer(numbers.next())) }
    }

    /// What was asked for changes only when the same is asked for again.
    private mutating func noteRequest(from old: NewQueueItem, to new: NewQueueItem) {
        guard old != new else { return }
        note(.checksum, old.checksum?.description, new.checksum?.description)
        note(.referer, old.referer, new.referer)
        note(.headers, QueueRow.json(old.headers), QueueRow.json(new.headers))
        note(.priority, old.priority, new.priority)
        note(.userAgent, old.userAgent, new.userAgent)
        note(.proxy, old.proxy, new.proxy)
        note(.netrc, old.netrcPath, new.netrcPath)
        note(.cookies, old.cookiesPath, new.cookiesPath)
        note(.snapshot, old.snapshot, new.snapshot)
        note(.startAt, old.startAt.map(QueueRow.milliseconds), new.startAt.map(QueueRow.milliseconds))
        note(.suggestedName, old.suggestedName, new.suggestedName)
    }

    /// All values of where an item stands, in the order of the columns.
    static func standing(_ item: QueueItem) -> [QuickValue] {
        [
            .text(item.state.rawValue), QuickValue(item.fileName), QuickValue(item.partName),
            .integer(item.content.durableBytes), QuickValue(item.content.total), QuickValue(item.content.etag),
            QuickValue(item.content.lastModified), QuickValue(item.attempts), QuickValue(item.failures),
            .integer(item.furthest), QuickValue(item.sha256), QuickValue(item.error?.class.rawValue),
            QuickValue(item.error?.message), QuickValue(item.error?.isLasting), QuickValue(needsSpace(item)),
            QuickValue(item.notBefore.map(QueueRow.milliseconds)),
            QuickValue(item.waitingSince.map(QueueRow.milliseconds)), QuickValue(item.lease?.owner),
            QuickValue((item.lease?.until).map(QueueRow.milliseconds)), QuickValue(item.epoch),
            QuickValue(item.finishedAt.map(QueueRow.milliseconds)), QuickValue(item.content.state),
            QuickValue(live(item)),
        ]
    }

    /// The statement that writes the change; the row's number and its version are the last arguments.
    ///
    /// Only the indexes of columns that it names are touched.
    var sql: String {
        Self.statements.withLock { statements in
            if let sql = statements[columns] { return sql }
            let names = QueueColumn.allCases.indices.filter { columns & (1 << UInt64($0)) != 0 }.map {
                "\(QueueColumn.allCases[$0].sqlName) = ?, "
            }
            let sql = """
                UPDATE queue_item SET \(names.joined())version = version + 1 WHERE position = ? AND version = ?
                """
            statements[columns] = sql
            return sql
        }
    }

    private mutating func note(_ column: QueueColumn, _ old: String?, _ new: String?) {
        if old != new { set(column, QuickValue(new)) }
    }

    private mutating func note<Number: BinaryInteger>(_ column: QueueColumn, _ old: Number?, _ new: Number?) {
        if old != new { set(column, QuickValue(new)) }
    }

    private mutating func note(_ column: QueueColumn, _ old: Bool?, _ new: Bool?) {
        if old != new { set(column, QuickValue(new)) }
    }

    private mutating func set(_ column: QueueColumn, _ value: QuickValue) {
        columns |= 1 << UInt64(column.rawValue)
        values.append(value)
    }

    private static func needsSpace(_ item: QueueItem) -> Int? { item.error?.needsSpace == true ? 1 : nil }

    private static func live(_ item: QueueItem) -> Int? { item.state.blocksDuplicates ? 1 : nil }
}
