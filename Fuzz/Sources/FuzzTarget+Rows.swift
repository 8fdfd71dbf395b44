import FoundationEssentials
import GRDB
import ImportExport
import Syntax
import WHATWGURL

@testable import DownloadQueue
@testable import Service
@testable import Store

extension FuzzTarget {
    /// Rows of the queue with any values, used in every way beside a healthy row.
    static let row = FuzzTarget(name: "row") { bytes in
        var input = FuzzInput(bytes)
        let queue = SQLiteQueueStore(database: FuzzHome.database)
        do {
            let url = try required(WebURL("https://healthy.example/a"))
            let healthy = try queue.add([NewQueueItem(url: url, directory: "/healthy")], at: start)[0].id
            var values: [[QueueValue]] = []
            for number in 0..<(input.byte() % 3 + 1) {
                let row = QueueColumn.allCases.map { acceptedValue($0, number, &input) }
                values.append(row)
                insert("queue_item", QueueColumn.allCases.map(\.sqlName), row, &input)
            }
            for _ in 0..<(input.byte() % 3) {
                let names = ["host", "failures", "not_before", "since"]
                let host = QueueValue.text(input.choose(["a.example", "b.example", ""]))
                insert("queue_host", names, [host] + (0..<3).map { _ in integer(&input) }, &input)
            }
            if input.isRare() {
                // After the largest number, SQLite records no change, by its rules for AUTOINCREMENT.
                let number = min(input.integer(), .max - 1_000_000)
                _ = try? FuzzHome.database.write {
                    try $0.execute(
                        sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'", arguments: [number])
                }
            }
            let rows = "\(values)"
            try read(queue, healthy: healthy, rows)
            try work(queue, healthy: healthy, &input, rows)
            try command(queue, &input)
            try read(queue, healthy: healthy, rows)
            try FuzzHome.clear()
        } catch {
            expect(false, "is used without an error: \(error)")
        }
    }

    private static let start = Date(timeIntervalSince1970: 1_772_368_200)

    private static func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw QueueError.notFound(id: "required") }
        return value
    }

    // MARK: Values

    private static func integer(_ input: inout FuzzInput) -> QueueValue {
        let start = QueueRow.milliseconds(start)
        switch input.byte() % 8 {
        case 0: return .null
        case 1: return .integer(start + input.integer() % 200_000)
        case 2: return .integer(0)
        default: return .integer(input.integer())
        }
    }

    /// Returns a value of a column; NULL only where the table accepts it, because one NULL would cost the whole row.
    private static func acceptedValue(_ column: QueueColumn, _ number: UInt8, _ input: inout FuzzInput) -> QueueValue {
        let value = queueValue(column, number, &input)
        guard value == .null else { return value }
        switch column {
        case .id: return .text("00000000000\(number)")
        case .url, .host, .directory, .headers, .state: return .text("")
        case .priority, .addedAt, .durableBytes, .attempts, .failures, .furthest, .epoch, .crashes: return .integer(0)
        default: return .null
        }
    }

    private static func queueValue(_ column: QueueColumn, _ number: UInt8, _ input: inout FuzzInput) -> QueueValue {
        if input.isRare() { return .null }
        switch column {
        case .id: return .text(input.isRare() ? input.number() : "00000000000\(number)")
        case .url: return .text(input.isRare() ? input.number() : "https://a.example/\(input.byte() % 4)")
        case .host: return .text(input.choose(["a.example", "b.example", ""]))
        case .directory: return .text(input.choose(["/d", "", "/e", "../x"]))
        case .state: return .text(input.isRare() ? input.number() : input.choose(QueueState.allCases).rawValue)
        case .partState: return input.isEven() ? .text(partState(&input)) : .null
        case .headers:
            return .text(input.choose(["[]", "[[\"a\",\"b\"]]", "[[]]", "[[\"a\"]]", "{}", "[[1,2]]", "[["]))
        case .errorClass: return .text(input.choose(["disk", "http", "internal", "size", "", "x"]))
        case .leaseOwner: return .text(input.choose(["w", "x", "", "gone"]))
        case .checksum: return .text(input.choose(["sha256=00", "md5=\(String(repeating: "0", count: 32))", ""]))
        case .privateHosts: return .text(input.choose(["", "own", "own a.example", "a.example", "\u{0}"]))
        case .sha256: return input.isEven() ? .text(String(repeating: "0", count: 64)) : .null
        case .live: return input.isEven() ? .integer(1) : integer(&input)
        case .durableBytes, .total: return input.isEven() ? .integer(Int64(input.byte())) : integer(&input)
        default: return column.isInteger ? integer(&input) : .text(input.plainText())
        }
    }

    /// Returns a record of the bytes on disk as it is stored, with numbers of any size.
    static func partState(_ input: inout FuzzInput) -> String {
        var members: [String] = []
        if input.isEven() { members.append("\"piece\":\(input.json())") }
        if input.isEven() {
            let segments = (0..<(input.byte() % 4)).map { _ in
                "[\((0..<(input.isRare() ? input.byte() % 5 : 3)).map { _ in input.json() }.joined(separator: ","))]"
            }
            members.append("\"segments\":[\(segments.joined(separator: ","))]")
        }
        if input.isEven() { members.append("\"modified\":\(input.json())") }
        if input.isEven() { members.append("\"boot\":\(input.isRare() ? input.json() : "\"\(input.plainText())\"")") }
        if input.isRare() { members.append("\"address\":\"\(input.plainText())\\u000a\"") }
        if input.isRare() { members.append("\"part\":\"\(input.choose(["0123456789abcdef", "../x", ""]))\"") }
        return "{\(members.joined(separator: ","))\(input.isRare() ? "" : "}")"
    }

    /// Writes a row, unless the table does not accept it.
    private static func insert(_ table: String, _ names: [String], _ values: [QueueValue], _ input: inout FuzzInput) {
        var (names, values) = (names, values)
        if table == "queue_item" {
            names += ["version", "changed"]
            values += [integer(&input), integer(&input)]
            if input.isRare() {
                names.append("position")
                // No row can be added after one with the largest position, by SQLite's rules for AUTOINCREMENT.
                values.append(.integer(min(input.integer(), .max - 1_000_000)))
            }
        }
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
        let arguments = StatementArguments(values.map(\.databaseValue))
        _ = try? FuzzHome.database.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    // MARK: Use

    /// Reads the queue in every way, and checks each item.
    private static func read(_ queue: SQLiteQueueStore, healthy: String, _ rows: String) throws {
        let all = try queue.items(in: nil)
        expect(all.contains { $0.id == healthy }, "lists the healthy item: \(rows)")
        for item in all { try checkItem(item) }
        for order in QueueListing.Order.allCases {
            for states in [nil, Set([QueueState.ready, .waiting]), Set(QueueState.allCases)] {
                var page = QueueListing(states: states, limit: 2)
                page.order = order
                var ids: [String] = []
                while case let items = try queue.items(page), let last = items.last, ids.count <= all.count {
                    ids += items.map(\.id)
                    page.after = last.id
                }
                expect(ids.count <= all.count, "ends the list: \(ids) \(rows)")
            }
        }
        for ids in [nil, Set(all.map(\.id))] {
            let summary = try queue.summary(ids: ids)
            let space = summary.directoriesWithoutSpace.values
            expect(space.allSatisfy(ByteCount.range.contains) && summary.left < 10, "counts: \(summary) \(rows)")
        }
        _ = (
            try queue.leased(by: "w"), try queue.leaseOwners(), try queue.hostBackoffs(), try queue.heldHosts(at: start)
        )
        let transferred = try queue.itemsToTransfer(after: nil, limit: 100)
        expect(transferred.contains { $0.item.id == healthy }, "transfers the healthy item: \(rows)")
        expect(transferred.count == all.count, "transfers all items: \(rows)")
        for format in QueueExportFormat.allCases {
            let export = try format.export(all, includesCredentials: true)
            expect(export.text.contains("healthy.example"), "exports the healthy item as \(format): \(rows)")
        }
    }

    /// Checks that an item is in the documented ranges, and is the same when it is written and read again.
    private static func checkItem(_ item: QueueItem) throws {
        expect(ByteCount.range.contains(item.bytes) && ByteCount.range.contains(item.total ?? 0), "has bytes: \(item)")
        expect(ByteCount.range.contains(item.furthest) && item.content.isConsistent, "has bytes: \(item)")
        for count in [item.attempts, item.failures, item.crashes, item.epoch] {
            expect(QueueCounter.range.contains(count), "has counters: \(item)")
        }
        expect(QueueRank.priorities.contains(item.priority), "has a priority: \(item)")
        for time in [item.addedAt, item.finishedAt, item.notBefore, item.waitingSince, item.request.startAt] {
            expect(time.map { abs($0.timeIntervalSince1970) < 1e12 } ?? true, "has times: \(item)")
        }
        let json = try JSONEncoder().encode(QueueItemDocument(item))
        expect(!json.isEmpty, "is written as JSON: \(item)")
        var same = item
        // The record of the bytes leaves out texts that need escapes, which Leftoff never writes.
        same.content.finalAddress = nil
        same.content.boot = nil
        let again = try QueueRow.item(FuzzRow(values: QueueRow.values(same)))
        expect(again == same, "is the same: \(again), not \(same)")
    }

    /// Runs the queue, and checks that the healthy item ends.
    private static func work(
        _ queue: SQLiteQueueStore, healthy: String, _ input: inout FuzzInput, _ rows: String
    ) throws {
        let now = start.addingTimeInterval(200)
        _ = try queue.sweep(at: now, goneOwners: ["gone"])
        var claim = QueueClaim(owner: "x", now: now)
        claim.goneOwners = ["w", "gone"]
        claim.directoriesWithSpace = ["/d"]
        var isHealthyDone = false
        var count = 0
        while case let items = try queue.claim(claim, limit: 2), !items.isEmpty, count < 100 {
            for item in items {
                count += 1
                try checkItem(item)
                guard let lease = item.lease else { continue }
                isHealthyDone = isHealthyDone || item.id == healthy
                for _ in 0..<3 {
                    let record = QueueRecord([event(&input, item, now)], lease: lease, id: item.id, at: now)
                    for case .success(let transition) in try queue.record([record]) { try checkItem(transition.item) }
                }
                // An item that is released again would be claimed again.
                let failure = QueueFailure(.http, "no", isLasting: true)
                let end = QueueEvent.failed(failure, retryAfter: nil, jitter: 0)
                _ = try queue.record([QueueRecord([end], lease: lease, id: item.id, at: now)])
                if try !queue.items(in: nil).contains(where: { $0.id == item.id && !$0.state.isEnd }) { continue }
                _ = try? queue.apply(.remove, to: [item.id], at: now)
                if item.id == healthy { try restore(queue, healthy) }
            }
        }
        expect(isHealthyDone && count < 100, "claims the healthy item: \(count) \(rows)")
        _ = try queue.sweep(at: now.addingTimeInterval(200), goneOwners: ["w", "x"])
        if try !queue.items(in: nil).contains(where: { $0.id == healthy }) { try restore(queue, healthy) }
    }

    /// Adds the healthy item again under its id.
    private static func restore(_ queue: SQLiteQueueStore, _ healthy: String) throws {
        let request = NewQueueItem(url: try required(WebURL("https://healthy.example/a")), directory: "/healthy")
        var item = QueueItem(id: healthy, request: request, addedAt: start)
        item.state = .done
        item.finishedAt = start
        _ = try queue.insert([item])
    }

    /// Returns an event with numbers in the ranges that a worker guarantees, and a server's Retry-After of any size.
    private static func event(_ input: inout FuzzInput, _ item: QueueItem, _ now: Date) -> QueueEvent {
        let time = Date(timeIntervalSince1970: Double(input.integer()))
        let failure = QueueFailure(
            input.choose(QueueFailure.Class.allCases), "a", isLasting: input.isRare(), needsSpace: input.isRare())
        var content = PartialContent(durableBytes: ByteCount(clamping: input.integer()).bytes, etag: "\"a\"")
        if input.isEven() { content.total = max(content.durableBytes, ByteCount(clamping: input.integer()).bytes) }
        content.modified = input.integer().clamped(to: -62_167_219_200...253_402_300_799)
        return switch input.byte() % 9 {
        case 0: .failed(failure, retryAfter: time, jitter: Double(input.integer()))
        case 1: .progressed(content)
        case 2: .verifying(content)
        case 3: .renewed(until: now.addingTimeInterval(Double(input.byte())))
        case 4: .named("n\(input.byte())")
        case 5: .committing(fileName: "f", sha256: "00")
        case 6: .postponed(failure)
        case 7: .returned
        default: .quarantined(fileName: "f", sha256: "00", failure)
        }
    }

    /// Applies commands to all rows, which may refuse them.
    private static func command(_ queue: SQLiteQueueStore, _ input: inout FuzzInput) throws {
        let now = start.addingTimeInterval(500)
        let ids = try FuzzHome.database.read { try String.fetchAll($0, sql: "SELECT id FROM queue_item") }
        for _ in 0..<(input.byte() % 8) {
            let id = input.choose(ids)
            do {
                switch input.byte() % 8 {
                case 0: _ = try queue.apply(.pause, to: [id], at: now)
                case 1: _ = try queue.apply(.resume, to: [id], at: now)
                case 2: _ = try queue.apply(.retry, to: [id], at: now)
                case 3: _ = try queue.move(id: id, .first)
                case 4: _ = try queue.move(id: id, .last)
                case 5: _ = try queue.move(id: id, .before(input.choose(ids)))
                case 6: _ = try queue.move(id: id, .after(input.choose(ids)))
                default:
                    var request = try queue.item(id: id).request
                    request.startAt = Date(timeIntervalSince1970: Double(input.integer()))
                    _ = try queue.add([request], at: now)
                }
            } catch is QueueError {
                // The state of the item does not allow it, or its row is damaged.
            }
        }
        for id in ids where id.utf8.count == 12 && id.hasPrefix("00000000000") {
            _ = try queue.apply(.remove, to: [id], at: now)
        }
        _ = try queue.sweep(at: now.addingTimeInterval(500), goneOwners: ["w", "x", "gone"])
    }
}

extension QueueValue {
    /// The value as GRDB writes it.
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
