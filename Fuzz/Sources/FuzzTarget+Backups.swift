import FoundationEssentials
import Places
import Syntax
import WHATWGURL

@testable import ImportExport
@testable import Store

extension FuzzTarget {
    /// Backups with entries of each kind: imported, exported and imported again.
    static let backup = FuzzTarget(name: "backup") { bytes in
        var input = FuzzInput(bytes)
        let text = backupText(&input)
        let now = Date(timeIntervalSince1970: 1_772_368_200)
        do {
            var file = try FileImport(Array(text.utf8))
            let plan = file.plan(ListRules(directory: "/downloads", trustsList: input.isEven()))
            for download in plan.downloads { checkRequest(download.item) }
            _ = try file.store(
                in: SQLiteBackupStore(database: FuzzHome.database, now: { now }), downloads: plan, at: now)
            let (first, omissions) = try contents(at: now)
            expect(omissions.isEmpty, "exports everything: \(omissions) \(text)")
            for place in first.places {
                checkSnapshot(place.snapshot)
                checkPlace(place, nil)
            }
            expect(first.places.contains { $0.id == "hea1thyp1ace" }, "has the healthy place: \(text)")
            expect(first.downloads.contains { $0.url.host == "healthy.example" }, "has the healthy download")
            expect(first.windows.contains { $0.id == "hea1thyw1nd0" }, "has the healthy window: \(text)")
            try FuzzHome.clear()
            let store = SQLiteBackupStore(database: FuzzHome.database, now: { now })
            let same = DownloadPlan(first.downloads, rules: ListRules(directory: "/downloads", trustsList: true))
            _ = try store.importContents(first, queueing: same.downloads, at: now)
            let second = try contents(at: now).contents
            expect(Set(second.places.map(\.snapshot)) == Set(first.places.map(\.snapshot)), "has the same places")
            expect(second.downloads.map(\.url) == first.downloads.map(\.url), "has the same downloads: \(text)")
            let priorities = (second.downloads.map(\.priority), first.downloads.map(\.priority))
            expect(priorities.0 == priorities.1, "has the same priorities: \(text)")
            expect(second.windows.map(\.set) == first.windows.map(\.set), "has the same windows: \(text)")
            expect(second.refusals.count == first.refusals.count, "has the same refusals: \(text)")
            try FuzzHome.clear()
        } catch {
            expect(false, "is imported: \(error) \(text.debugDescription)")
        }
    }

    /// Exports the store, and reads the result.
    private static func contents(at now: Date) throws -> (contents: BackupContents, omissions: [String]) {
        var export = BackupExport(
            format: .json, of: SQLiteBackupStore(database: FuzzHome.database, now: { now }), at: now,
            hasCredentials: true)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        let contents = try BackupContents(bytes)
        return (contents, export.omissions + contents.omissions)
    }

    private static func backupText(_ input: inout FuzzInput) -> String {
        var lists: [String: [String]] = ["places": [], "queue": [], "windows": [], "refusals": []]
        for number in 0..<(input.byte() % 5 + 1) {
            switch input.byte() % 5 {
            case 0, 1: lists["places", default: []].append(place(&input, number))
            case 2: lists["queue", default: []].append(queueObject(&input))
            case 3: lists["windows", default: []].append(window(&input, number))
            default:
                let refusedAt = input.isRare() ? input.json() : "\"\(input.time())\""
                let page = "https://r.example/\(input.byte())"
                lists["refusals", default: []].append(
                    "{\"page\":\"\(page)\",\"refusedAt\":\(refusedAt),\"place\":\(id(&input))}")
            }
        }
        let snapshot = "{\"url\":\"https://healthy.example/\"}"
        let time = "2026-02-01T12:00:00Z"
        lists["places", default: []].append(
            "{\"id\":\"hea1thyp1ace\",\"storedAt\":\"\(time)\",\"snapshot\":\(snapshot)}")
        lists["queue", default: []].append("{\"url\":\"https://healthy.example/\",\"directory\":\"/d\"}")
        lists["windows", default: []].append(
            "{\"id\":\"hea1thyw1nd0\",\"request\":\"healthy\",\"storedAt\":\"\(time)\",\"tabs\":[\(snapshot)]}")
        let members = lists.sorted { $0.key < $1.key }.map { "\"\($0.key)\":[\($0.value.joined(separator: ","))]" }
        return "{\"leftoff\":1,\"exportedAt\":\"\(input.time())\",\(members.joined(separator: ","))}"
    }

    private static func place(_ input: inout FuzzInput, _ number: UInt8) -> String {
        var members = ["\"id\":\(id(&input, number))", "\"snapshot\":\(snapshotText(&input))"]
        members.append("\"storedAt\":\(input.isRare() ? input.json() : "\"\(input.time())\"")")
        if input.isEven() {
            members.append("\"origin\":\"\(input.choose(["automatic", "click", "import", "x"]))\"")
            members.append("\"expiresAt\":\(input.isRare() ? input.json() : "\"\(input.time())\"")")
        }
        if input.isRare() { members.append("\"tags\":[\(input.json())]") }
        if input.isRare() { members.append("\"note\":\(input.json())") }
        return "{\(members.joined(separator: ","))}"
    }

    private static func window(_ input: inout FuzzInput, _ number: UInt8) -> String {
        var tabs: [String] = []
        for index in 0..<(input.byte() % 3 + 1) {
            var tab = "{\"url\":\"https://w.example/\(index)\",\"group\":\(input.json()),\"active\":false"
            if input.isEven() { tab += ",\"snapshot\":\(snapshotText(&input))" }
            tabs.append(tab + ",\"place\":\(input.isRare() ? input.json() : "null")}")
        }
        let groups = (0..<(input.byte() % 3)).map { _ in
            input.isRare() ? input.json() : "{\"title\":\"a\",\"collapsed\":\(input.isRare() ? input.json() : "true")}"
        }
        let time = input.isRare() ? input.json() : "\"\(input.time())\""
        return "{\"id\":\(id(&input, number)),\"request\":\"r\(number)\",\"storedAt\":\(time),"
            + "\"groups\":[\(groups.joined(separator: ","))],\"tabs\":[\(tabs.joined(separator: ","))]}"
    }

    /// Returns the JSON of an id, which is usually a new one.
    private static func id(_ input: inout FuzzInput, _ number: UInt8 = 0) -> String {
        input.isRare() ? input.json() : "\"00000000000\(number % 10)\""
    }
}
