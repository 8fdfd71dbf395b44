package import Foundation
import Syntax
import WHATWGURL

/// The conversion of items to and from the values of ``QueueColumn``.
///
/// A row may be damaged or come from another program, so its numbers are moved into these ranges when they are read:
/// numbers of bytes into that of `ByteCount`, counters into `QueueCounter.range`, priorities into
/// `QueueRank.priorities`, and times into the years 0 to 9999. A record of bytes on disk that contradicts itself
/// becomes `PartialContent.nothing`.
package enum QueueRow {
    /// The stored times in milliseconds since 1970: those that RFC 3339 can represent, the years 0 to 9999.
    package static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Returns a time as it is stored: milliseconds since 1970.
    package static func milliseconds(_ date: Date) -> Int64 {
        let exact = date.timeIntervalSince1970 * 1_000
        // The usual case without a call of a generic function, which is not specialized.
        if let whole = Int64(exactly: exact.rounded()), times.contains(whole) { return whole }
        return Int64(clamping: exact, to: times)
    }

    /// Returns a duration in whole milliseconds, to be added to a stored time.
    package static func milliseconds(_ duration: Duration) -> Int64 {
        Int64(clamping: duration.seconds * 1_000, to: 0...times.upperBound)
    }

    /// Returns a stored time; nil for nil.
    package static func date(_ milliseconds: Int64?) -> Date? {
        milliseconds.map { number in
            let time = times.contains(number) ? number : number.clamped(to: times)
            return Date(timeIntervalSince1970: Double(time) / 1_000)
        }
    }

    /// Returns a stored counter, in `QueueCounter.range`.
    package static func counter(_ number: Int64) -> Int {
        let count = Int(clamping: number)
        return QueueCounter.range.contains(count) ? count : count.clamped(to: QueueCounter.range)
    }

    // MARK: Values

    /// Returns the values of a row, in the order of the columns.
    package static func values(_ item: QueueItem) -> [QueueValue] {
        requestValues(item.request, id: item.id, addedAt: item.addedAt) + QueueChange.stateValues(item)
    }

    /// Returns the values of the columns up to `acceptsHtml`, which describe the request.
    package static func requestValues(_ request: NewQueueItem, id: String, addedAt: Date) -> [QueueValue] {
        [
            .text(id), .text(request.url.href), .text(request.url.host), .text(request.directory),
            QueueValue(request.name), QueueValue(request.checksum?.description), QueueValue(request.referer),
            .text(json(request.headers)), QueueValue(request.priority), .integer(milliseconds(addedAt)),
            QueueValue(request.userAgent), QueueValue(request.proxy), QueueValue(request.netrcPath),
            QueueValue(request.cookiesPath), QueueValue(request.snapshot),
            QueueValue(request.startAt.map(milliseconds)), QueueValue(request.suggestedName),
            QueueValue(request.privateHosts.stored), QueueValue(request.root), QueueValue(flag(request.acceptsHTML)),
        ]
    }

    /// Returns a choice as it is stored: NULL for false, as in the rows of earlier versions.
    static func flag(_ choice: Bool) -> Int? { choice ? 1 : nil }

    /// Returns request fields as they are stored.
    static func json(_ headers: [HeaderField]) -> String {
        guard !headers.isEmpty, let json = try? JSONEncoder().encode(headers.map { [$0.name, $0.value] }) else {
            return "[]"
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Returns the item of a row.
    ///
    /// - Parameter row: The values of the columns, read one by one.
    /// - Returns: The item.
    /// - Throws: `QueueError.damaged` if a value is missing or malformed.
    package static func item(_ row: some QueueRowReading) throws(QueueError) -> QueueItem {
        func text(_ column: QueueColumn) -> String? { row.text(column) }
        func number(_ column: QueueColumn) -> Int64? { row.integer(column) }
        func time(_ column: QueueColumn) -> Date? { date(number(column)) }
        func damage(_ column: QueueColumn) -> QueueError {
            .damaged(id: text(.id) ?? "without an id", field: column.sqlName)
        }
        // Not generic: a local generic function is not specialized, which made long lists 14 % slower.
        func requiredText(_ column: QueueColumn) throws(QueueError) -> String {
            guard let value = text(column) else { throw damage(column) }
            return value
        }
        func requiredNumber(_ column: QueueColumn) throws(QueueError) -> Int64 {
            guard let value = number(column) else { throw damage(column) }
            return value
        }
        func bytes(_ number: Int64) -> Int64 {
            ByteCount.range.contains(number) ? number : ByteCount(clamping: number).bytes
        }
        let id = try requiredText(.id)
        guard let url = WebURL(try requiredText(.url)) else { throw damage(.url) }
        guard let state = QueueState(rawValue: try requiredText(.state)) else { throw damage(.state) }
        guard let added = time(.addedAt) else { throw damage(.addedAt) }
        var checksum: Checksum?
        if let stored = text(.checksum) {
            guard let valid = try? Checksum(stored) else { throw damage(.checksum) }
            checksum = valid
        }
        var request = NewQueueItem(
            url: url, directory: try requiredText(.directory), name: text(.name), checksum: checksum,
            referer: text(.referer), headers: try headers(requiredText(.headers), id: id),
            priority: QueueRank(priority: Int(clamping: try requiredNumber(.priority)), position: 0).priority)
        request.userAgent = text(.userAgent)
        request.proxy = text(.proxy)
        request.netrcPath = text(.netrc)
        request.cookiesPath = text(.cookies)
        request.snapshot = text(.snapshot)
        request.startAt = time(.startAt)
        request.suggestedName = text(.suggestedName)
        request.privateHosts = PrivateHosts(stored: text(.privateHosts))
        request.root = text(.root)
        request.acceptsHTML = number(.acceptsHtml) == 1
        var item = QueueItem(id: id, request: request, addedAt: added)
        item.state = state
        item.fileName = text(.fileName)
        item.partName = text(.partName)
        item.content = PartialContent(
            durableBytes: bytes(try requiredNumber(.durableBytes)), total: number(.total).map(bytes),
            etag: text(.etag), lastModified: text(.lastModified))
        item.content.state = text(.partState)
        if !item.content.isConsistent { item.content = .nothing }
        item.attempts = counter(try requiredNumber(.attempts))
        item.failures = counter(try requiredNumber(.failures))
        item.furthest = bytes(try requiredNumber(.furthest))
        item.sha256 = text(.sha256)
        if let kind = text(.errorClass) {
            // A newer version may have further classes.
            item.error = QueueFailure(
                QueueFailure.Class(rawValue: kind) ?? .internal, text(.errorMessage) ?? "",
                isLasting: number(.errorIsLasting) == 1, needsSpace: number(.needsSpace) == 1)
        }
        item.notBefore = time(.notBefore)
        item.waitingSince = time(.waitingSince)
        item.epoch = counter(try requiredNumber(.epoch))
        if let owner = text(.leaseOwner), let until = time(.leaseUntil) {
            item.lease = QueueLease(owner: owner, epoch: item.epoch, until: until)
        }
        item.finishedAt = time(.finishedAt)
        item.crashes = counter(try requiredNumber(.crashes))
        return item
    }

    private static func headers(_ json: String, id: String) throws(QueueError) -> [HeaderField] {
        if json == "[]" { return [] }
        guard let pairs = try? JSONText.decode([[String]].self, from: json.utf8),
            pairs.allSatisfy({ $0.count == 2 })
        else { throw QueueError.damaged(id: id, field: "headers") }
        return pairs.map { HeaderField(name: $0[0], value: $0[1]) }
    }
}

/// A row of a table of items, whose values are read by column.
package protocol QueueRowReading {
    /// Returns the text in a column; nil for NULL.
    func text(_ column: QueueColumn) -> String?

    /// Returns the integer in a column; nil for NULL.
    func integer(_ column: QueueColumn) -> Int64?
}

/// The columns of a table that hold an item, in the order in which they are read and written.
///
/// Every store that keeps items in an SQL table has these columns. Their values are texts and integers; times are
/// milliseconds since 1970.
package enum QueueColumn: Int, CaseIterable, Sendable {
    // The request; its URL, directory and name never change.
    case id
    case url
    case host
    case directory
    case name
    case checksum
    case referer
    case headers
    case priority
    case addedAt
    case userAgent
    case proxy
    case netrc
    case cookies
    case snapshot
    case startAt
    case suggestedName
    case privateHosts
    case root
    case acceptsHtml
    // The state.
    case state
    case fileName
    case partName
    case durableBytes
    case total
    case etag
    case lastModified
    case attempts
    case failures
    case furthest
    case sha256
    case errorClass
    case errorMessage
    case errorIsLasting
    case needsSpace
    case notBefore
    case waitingSince
    case leaseOwner
    case leaseUntil
    case epoch
    case finishedAt
    case partState
    /// 1 in the states of `QueueState.blocksDuplicates`, and NULL in the others.
    case live
    case crashes

    /// The column's name in the table: `addedAt` is `added_at`.
    package var sqlName: String { Self.names[rawValue] }

    /// The names of all columns.
    package static let list = names.joined(separator: ", ")

    /// True if the values are integers, and false if they are texts.
    package var isInteger: Bool {
        switch self {
        case .priority, .addedAt, .startAt, .durableBytes, .total, .attempts, .failures, .furthest, .errorIsLasting,
            .needsSpace, .notBefore, .waitingSince, .leaseUntil, .epoch, .finishedAt, .live, .crashes,
            .acceptsHtml:
            true
        case .id, .url, .host, .directory, .name, .checksum, .referer, .headers, .userAgent, .proxy, .netrc, .cookies,
            .snapshot, .suggestedName, .privateHosts, .root, .state, .fileName, .partName, .etag, .lastModified,
            .sha256, .errorClass, .errorMessage, .leaseOwner, .partState:
            false
        }
    }

    private static let names = allCases.map { column in
        "\(column)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}

/// A value of a column, as an SQL database stores it.
package enum QueueValue: Sendable, Hashable {
    /// NULL.
    case null
    /// An integer.
    case integer(Int64)
    /// A text.
    case text(String)

    /// Creates a text; nil is NULL.
    package init(_ text: String?) { self = text.map(QueueValue.text) ?? .null }

    /// Creates an integer; nil is NULL.
    package init(_ number: (some BinaryInteger)?) { self = number.map { QueueValue.integer(Int64($0)) } ?? .null }

    /// Creates 1 or 0; nil is NULL.
    package init(_ flag: Bool?) { self = flag.map { QueueValue.integer($0 ? 1 : 0) } ?? .null }
}

/// The columns of an item that have changed, and their new values.
///
/// ```swift
/// let change = QueueChange(from: item, to: changed)
/// let assignments = QueueChange.columns(change.columnSet).map { "\($0.sqlName) = ?" }
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
        compare(.acceptsHtml, QueueRow.flag(old.acceptsHTML), QueueRow.flag(new.acceptsHTML))
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

/// The reading of as many rows as a caller wants, although some of them may be damaged.
package enum ReadableRows {
    /// Returns the readable rows of a query.
    ///
    /// Usually that takes one call of `fetch`. If a limited query finds damaged rows, it is repeated with a higher
    /// limit, so that damaged rows do not hide those behind them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of readable rows; nil for all.
    ///   - fetch: Returns the first rows up to a limit; nil for a damaged one.
    /// - Returns: The readable rows.
    /// - Throws: An error of `fetch`.
    package static func all<Row>(limit: Int?, _ fetch: (_ limit: Int?) throws -> [Row?]) rethrows -> [Row] {
        guard let limit else { return try fetch(nil).compactMap(\.self) }
        var count = max(0, limit)
        while true {
            let rows = try fetch(count)
            let readable = rows.compactMap(\.self)
            if readable.count >= limit || rows.count < count { return Array(readable.prefix(max(0, limit))) }
            // At least as many as are missing, and enough to pass any number of damaged rows in few steps.
            count += max(limit - readable.count, count)
        }
    }
}
