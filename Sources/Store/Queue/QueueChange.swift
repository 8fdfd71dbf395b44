import DownloadQueue
import Foundation
import Synchronization

/// The columns of an item that have changed, and their new values.
struct QueueChange {
    /// The new values, in the order of the columns.
    private(set) var values: [SQLValue] = []

    /// A bit for each changed column, at the position of its raw value.
    private var columns: UInt64 = 0

    /// The columns whose changes the change log reports; a renewed lease is not reported.
    private static let news = bits([
        .state, .durableBytes, .total, .fileName, .attempts, .priority, .errorClass, .errorMessage, .notBefore, .sha256,
    ])

    private static func bits(_ columns: [QueueColumn]) -> UInt64 {
        columns.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    /// The SQL for each set of changed columns.
    ///
    /// There are few sets, and each is used thousands of times.
    private static let statements = Mutex<[UInt64: String]>([:])

    /// Compares two versions of an item; a change that is reported gets the next number.
    init(from old: QueueItem, to new: QueueItem, _ sequence: ChangeSequence) {
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
        if columns & Self.news != 0 { set(.changed, .integer(sequence.next())) }
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
    }

    /// Returns the values of the columns that describe the state, which follow those of the request.
    static func stateValues(_ item: QueueItem) -> [SQLValue] {
        [
            .text(item.state.rawValue), SQLValue(item.fileName), SQLValue(item.partName),
            .integer(item.content.durableBytes), SQLValue(item.content.total), SQLValue(item.content.etag),
            SQLValue(item.content.lastModified), SQLValue(item.attempts), SQLValue(item.failures),
            .integer(item.furthest), SQLValue(item.sha256), SQLValue(item.error?.class.rawValue),
            SQLValue(item.error?.message), SQLValue(item.error?.isLasting), SQLValue(needsSpace(item)),
            SQLValue(item.notBefore.map(QueueRow.milliseconds)),
            SQLValue(item.waitingSince.map(QueueRow.milliseconds)), SQLValue(item.lease?.owner),
            SQLValue((item.lease?.until).map(QueueRow.milliseconds)), SQLValue(item.epoch),
            SQLValue(item.finishedAt.map(QueueRow.milliseconds)), SQLValue(item.content.state),
            SQLValue(live(item)),
        ]
    }

    /// The statement that writes the change; the row number and the version are the last arguments.
    ///
    /// SQLite updates only the indexes of the columns that it names.
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

    private mutating func compare(_ column: QueueColumn, _ old: String?, _ new: String?) {
        if old != new { set(column, SQLValue(new)) }
    }

    private mutating func compare<Number: BinaryInteger>(_ column: QueueColumn, _ old: Number?, _ new: Number?) {
        if old != new { set(column, SQLValue(new)) }
    }

    private mutating func compare(_ column: QueueColumn, _ old: Bool?, _ new: Bool?) {
        if old != new { set(column, SQLValue(new)) }
    }

    private mutating func set(_ column: QueueColumn, _ value: SQLValue) {
        columns |= 1 << UInt64(column.rawValue)
        values.append(value)
    }

    private static func needsSpace(_ item: QueueItem) -> Int? { item.error?.needsSpace == true ? 1 : nil }

    private static func live(_ item: QueueItem) -> Int? { item.state.blocksDuplicates ? 1 : nil }
}
