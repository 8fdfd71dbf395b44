import Copies
import FoundationEssentials
import PageScripts
import Syntax
import WHATWGURL

@testable import ImportExport
@testable import Places
@testable import Service
@testable import Store

extension FuzzTarget {
    /// Snapshots of the schema with numbers of any size: validated, stored, listed, exported and restored.
    static let snapshot = FuzzTarget(name: "snapshot") { bytes in
        var input = FuzzInput(bytes)
        let text = snapshotText(&input)
        let stored = try? PageSnapshot(stored: text)
        if let stored { checkSnapshot(stored) }
        if let new = try? PageSnapshot(json: text.utf8) {
            checkSnapshot(new)
            expect(stored != nil, "is accepted from a row too: \(text)")
            expect((try? PageSnapshot(json: new.encoded())) == new, "is the same from its JSON: \(text)")
        }
        guard let stored else { return }
        let again = try? PageSnapshot(stored: String(decoding: stored.encoded(), as: UTF8.self))
        expect(again == stored, "is the same from a row: \(text)")
        do { try checkArchive(stored, &input) } catch { expect(false, "can be stored: \(error) \(text)") }
        checkCopy(&input)
    }

    /// Returns the JSON of a snapshot whose members the schema determines.
    static func snapshotText(_ input: inout FuzzInput) -> String {
        var members = ["\"url\":\"https://example.org/a#b\""]
        if input.isRare() { members.append("\"schema\":\(input.json())") }
        for key in SnapshotSchema.snapshot.keys.sorted() where key != "url" {
            guard input.byte() % 4 == 1, let shape = SnapshotSchema.snapshot[key] else { continue }
            members.append("\"\(key)\":\(value(of: shape, key: key, &input))")
        }
        if input.isRare() { members.append("\"unknown\":\(input.json())") }
        return "{\(members.joined(separator: ","))}"
    }

    private static func value(of shape: SnapshotSchema, key: String, _ input: inout FuzzInput) -> String {
        if input.byte() >= 248 { return input.json() }
        switch shape {
        case .number, .count: return input.json()
        case .bool: return input.isEven() ? "true" : "false"
        case .date: return "\"\(input.time())\""
        case .string where key == "role": return "\"\(input.choose(["primary", "above", "below", "cursor"]))\""
        case .name: return "\"\(input.choose(["highlight", "other"]))\""
        case .string: return "\"\(input.plainText())\""
        case .list(let element):
            let elements = (0..<(input.byte() % 3)).map { _ in value(of: element, key: key, &input) }
            return "[\(elements.joined(separator: ","))]"
        case .members(let shapes):
            var members: [String] = []
            for key in shapes.keys.sorted() {
                guard input.byte() % 4 != 0, let shape = shapes[key] else { continue }
                members.append("\"\(key)\":\(value(of: shape, key: key, &input))")
            }
            return "{\(members.joined(separator: ","))}"
        }
    }

    /// Checks that every number of the schema is in its range, and that all other forms of the place can be written.
    static func checkSnapshot(_ snapshot: PageSnapshot) {
        expect(isInRange(snapshot.json, .members(SnapshotSchema.snapshot)), "is in the ranges: \(snapshot.json)")
        for scroller in snapshot.scrollers { expect(scroller.x.isFinite && scroller.y.isFinite, "is finite") }
        for anchor in snapshot.anchors + [snapshot.middle].compactMap(\.self) {
            let counts = [anchor.characterOffset, anchor.occurrences, anchor.ordinal, anchor.position, anchor.scroller]
            expect(counts.compactMap(\.self).allSatisfy { (0...Int(Int32.max)).contains($0) }, "is a count: \(anchor)")
        }
        _ = (snapshot.links, snapshot.quotes, snapshot.pageKey, snapshot.site, snapshot.isApproximate)
        let restore = SnapshotRestore(snapshot: snapshot)
        expect(!restore.script.isEmpty && !restore.bookmarklet.isEmpty, "has scripts")
        let json = try? JSONValue(json: restore.json.utf8, limit: .max)
        expect(json?["restore"]?["tiers"]?.array != nil, "is restored from JSON: \(restore.json)")
        expect(WebURL(snapshot.textFragmentURL) != nil, "has an address: \(snapshot.textFragmentURL)")
        if let annotation = json?["restore"]?["annotation"] { _ = try? PageSnapshot(stored: annotation) }
    }

    private static func isInRange(_ value: JSONValue, _ shape: SnapshotSchema) -> Bool {
        switch (shape, value) {
        case (.number(let range), .number(let number)): range.range.contains(number)
        case (.count, .number(let number)): number == number.rounded() && (0...Double(Int32.max)).contains(number)
        case (.list(let element), .array(let elements)): elements.allSatisfy { isInRange($0, element) }
        case (.members(let shapes), .object(let members)):
            members.allSatisfy { key, value in shapes[key].map { isInRange(value, $0) } ?? true }
        case (.number, _), (.count, _): value.isNull
        default: true
        }
    }

    /// Stores a snapshot, and checks every list and export that contains it.
    private static func checkArchive(_ snapshot: PageSnapshot, _ input: inout FuzzInput) throws {
        let now = Date(timeIntervalSince1970: 1_772_368_200)
        let archive = SQLiteSnapshotArchive(database: FuzzHome.database, now: { now })
        let place = try archive.add([snapshot])[0]
        let listing = SnapshotListing(
            query: input.choose([nil, "fox", "https"]), pageKey: input.choose([nil, snapshot.pageKey]),
            limit: input.choose([nil, 1, Int(input.integer())]), offset: input.choose([0, Int(input.integer())]),
            before: input.choose([nil, input.integer()]))
        _ = try archive.list(listing)
        let all = try archive.list(SnapshotListing())
        expect(all.snapshots.map(\.id) == [place.id] && all.damaged.isEmpty, "is listed: \(all)")
        checkPlace(try archive.snapshot(id: place.id), snapshot)
        for format in ImportExportFormat.allCases {
            var export = BackupExport(format: format, of: SQLiteBackupStore(database: FuzzHome.database), at: now)
            var text: [UInt8] = []
            while let part = try export.next() { text += part }
            expect(export.omissions.isEmpty && !text.isEmpty, "is exported as \(format): \(export.omissions)")
            var contents = try BackupContents(text, format: format)
            expect(contents.omissions.isEmpty, "is imported from \(format): \(contents.omissions)")
            if format == .json { expect(contents.places.map(\.snapshot) == [snapshot], "is the same from a backup") }
            contents.downloads = []
        }
        _ = try archive.remove(ids: [place.id])
        try FuzzHome.clear()
    }

    /// Checks a place that was read from a row, and the JSON of the service for it.
    static func checkPlace(_ place: StoredSnapshot, _ snapshot: PageSnapshot?) {
        if let snapshot { expect(place.snapshot == snapshot, "is the same from a row: \(place.snapshot.json)") }
        let json = SnapshotDocument(place, isWhole: true).json
        expect((try? JSONValue(json: json.encoded(), limit: .max)) == json, "is written as JSON: \(json)")
        let progress = json["progress"]?.number
        expect(progress.map((0...1).contains) ?? true, "has progress: \(json)")
        expect(!CSVFile.row(place).isEmpty, "is written as CSV")
    }

    /// Copies of pages, whose blocks have levels, depths and sizes.
    private static func checkCopy(_ input: inout FuzzInput) {
        var blocks: [String] = []
        for _ in 0..<(input.byte() % 4) {
            let kind = input.choose(["heading", "item", "image", "table", "code", "paragraph"])
            var block = "\"kind\":\"\(kind)\",\"level\":\(input.json()),\"depth\":\(input.json())"
            block += ",\"width\":\(input.json()),\"height\":\(input.json()),\"alt\":\"a\",\"runs\":[\"a\"]"
            blocks.append("{\(block)}")
        }
        let head = "{\"schema\":\(input.isRare() ? input.json() : "1"),\"url\":\"https://example.org/\""
        let text = "\(head),\"blocks\":[\(blocks.joined(separator: ","))]}"
        let picture = "\(head),\"html\":\"<p>\",\"omissions\":{\"a\":\(input.json())}}"
        for (kind, json) in [(CopyKind.text, text), (.picture, picture)] {
            guard let copy = try? kind.normalized(json: json.utf8) else { continue }
            expect((try? kind.normalized(json: copy)) == copy, "is the same: \(json)")
        }
    }

    /// The settings of the service.
    static let settings = FuzzTarget(name: "settings") { bytes in
        var input = FuzzInput(bytes)
        var members: [String] = []
        for _ in 0..<(input.byte() % 6 + 1) {
            let key = input.choose([
                "pictureLimit", "copyBudget", "copyText", "copyPicture", "pictureImages", "whenCopiesAreFull", "motion",
                "privateHosts", "neverCaptured", "downloadDirectory",
            ])
            let value =
                switch input.byte() % 4 {
                case 0, 1: input.json()
                case 2: "\"\(input.plainText())\""
                default: "[\"\(input.plainText())\",\"a.example:\(input.byte())\",\"\(input.byte())\",\(input.json())]"
                }
            members.append("\"\(key)\":\(value)")
        }
        let text = "{\(members.joined(separator: ","))}"
        guard let patch = try? JSONValue(json: text.utf8, limit: .max) else { return }
        var settings = ServiceSettings()
        do { try settings.merge(patch) } catch {
            expect(error is Problem, "is refused with a reason: \(error)")
            return
        }
        let range = ServiceSettings.pictureLimitMinimum...ServiceSettings.standardPictureLimit
        expect(range.contains(settings.pictureLimit), "is in the range: \(text)")
        expect((0...ServiceSettings.copyBudgetLimit).contains(settings.copyBudget), "is in the range: \(text)")
        var again = ServiceSettings()
        do { try again.merge(try JSONValue(json: settings.json.encoded(), limit: .max)) } catch {
            expect(false, "reads what it wrote: \(error) \(text)")
        }
        expect(again == settings, "is the same from its JSON: \(text)")
    }
}
