package import DownloadQueue
package import Foundation
import HTTPSyntax
import Numbers
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
            QueueValue(request.privateHosts.stored), QueueValue(request.root), QueueValue(mark(request.acceptsHTML)),
        ]
    }

    /// Returns a choice as it is stored: NULL for false, as in the rows of earlier versions.
    static func mark(_ choice: Bool) -> Int? { choice ? 1 : nil }

    /// Returns request fields as they are stored.
    static func json(_ headers: [HTTPField]) -> String {
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
            .damaged(id: text(.id) ?? "an item without an id", field: column.sqlName)
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

    private static func headers(_ json: String, id: String) throws(QueueError) -> [HTTPField] {
        if json == "[]" { return [] }
        guard let pairs = try? JSONDecoder().decode([[String]].self, from: Data(json.utf8)),
            pairs.allSatisfy({ $0.count == 2 })
        else { throw QueueError.damaged(id: id, field: "headers") }
        return pairs.map { HTTPField(name: $0[0], value: $0[1]) }
    }
}
