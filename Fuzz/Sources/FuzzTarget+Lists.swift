import FoundationEssentials
import ImportExport
import Syntax
import WHATWGURL

@testable import DownloadQueue

extension FuzzTarget {
    /// Metalink documents.
    static let metalink = FuzzTarget(name: "metalink") { bytes in
        var input = FuzzInput(bytes)
        var text = "<?xml version=\"1.0\"?><metalink xmlns=\"urn:ietf:params:xml:ns:metalink\">"
        for _ in 0..<(input.byte() % 4 + 1) {
            text += "<file name=\"\(xml(input.isRare() ? input.number() : input.plainText()))\">"
            for _ in 0..<(input.byte() % 8) {
                let value = xml(input.number())
                switch input.byte() % 6 {
                case 0: text += "<size>\(value)</size>"
                case 1: text += "<url priority=\"\(value)\">\(xml(address(&input)))</url>"
                case 2: text += "<hash type=\"\(input.choose(["sha-256", "sha-1", "md5", "x"]))\">\(value)</hash>"
                case 3: text += "<pieces length=\"\(value)\" type=\"sha-256\"><hash>\(value)</hash></pieces>"
                case 4: text += "<metaurl priority=\"\(value)\" mediatype=\"torrent\">http://a.example/</metaurl>"
                default: text += "<published>\(xml(input.time()))</published>"
                }
            }
            text += "<url>\(xml(address(&input)))</url></file>"
        }
        let healthy = "<file name=\"healthy\"><url>https://healthy.example/a</url></file>"
        checkImport(.metalink, text + healthy + "</metalink>")
    }

    /// Input files of aria2.
    static let aria2 = FuzzTarget(name: "aria2") { bytes in
        var input = FuzzInput(bytes)
        var text = ""
        for _ in 0..<(input.byte() % 4 + 1) {
            text += "\(address(&input))\n"
            for _ in 0..<(input.byte() % 8) {
                let names = [
                    "out", "dir", "checksum", "split", "max-connection-per-server", "min-split-size", "referer",
                    "header", "user-agent", "all-proxy", "max-download-limit", "select-file", "pause", "gid",
                ]
                let name = input.choose(names)
                let prefix = name == "checksum" ? "sha-1=" : name == "header" ? "X-A: " : ""
                text += "  \(name)=\(prefix)\(FuzzInput.plain(input.isEven() ? input.number() : input.plainText()))\n"
            }
        }
        checkImport(.aria2, text + "https://healthy.example/a\n  out=healthy\n")
    }

    /// The queue's own JSON.
    static let list = FuzzTarget(name: "list") { bytes in
        var input = FuzzInput(bytes)
        let items = (0..<(input.byte() % 3 + 1)).map { _ in queueObject(&input) }
        let healthy = "{\"url\":\"https://healthy.example/a\",\"name\":\"healthy\"}"
        let separator = input.isEven() ? "\n" : ",\n"
        let text = (items + [healthy]).joined(separator: separator)
        checkImport(.json, separator == "\n" ? text : "[\(text)]")
    }

    /// Returns an item of the queue in JSON with numbers of any size.
    static func queueObject(_ input: inout FuzzInput) -> String {
        var members = ["\"url\":\"\(address(&input))\""]
        if input.byte() % 4 != 1 { members.append("\"directory\":\"/d\"") }
        for _ in 0..<(input.byte() % 8) {
            switch input.byte() % 10 {
            case 0, 1, 2: members.append("\"priority\":\(input.json())")
            case 3: members.append("\"startAt\":\"\(input.time())\"")
            case 4: members.append("\"\(input.choose(["bytes", "total", "attempts", "error"]))\":\(input.json())")
            case 5: members.append("\"state\":\"\(QueueState.allCases[Int(input.byte()) % 9].rawValue)\"")
            case 6:
                members.append("\"headers\":[{\"name\":\"X-A\",\"value\":\(input.isRare() ? input.json() : "\"b\"")}]")
            case 7: members.append("\"privateHosts\":{\"own\":true,\"others\":[\"a.example:\(input.byte())\"]}")
            case 8: members.append("\"checksum\":\"sha256=\(input.choose(["", String(repeating: "0", count: 64)]))\"")
            default:
                members.append("\"\(input.choose(["name", "path", "proxy", "snapshot"]))\":\"\(input.plainText())\"")
            }
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// Returns an address whose port may be any number.
    static func address(_ input: inout FuzzInput) -> String {
        switch input.byte() % 8 {
        case 0: "https://a.example:\(FuzzInput.plain(input.number()))/a"
        case 1: "https://\(FuzzInput.plain(input.number()))/a"
        case 2: "ftp://a.example/\(input.byte())"
        case 3: input.plainText()
        default: "https://a.example/\(input.byte())?b#c"
        }
    }

    /// Imports a list with a healthy last entry, and checks the items.
    private static func checkImport(_ format: QueueImportFormat, _ text: String) {
        _ = QueueImportFormat.sniff(Array(text.utf8))
        let result = format.read(Array(text.utf8))
        // A document that is not well formed ends where it is damaged.
        let isDamaged = result.problems.contains { problem in
            ["not well-formed XML", "expected an array", "not JSON"].contains { problem.reason.hasPrefix($0) }
        }
        let hasHealthy = result.items.contains { $0.url.href == "https://healthy.example/a" }
        expect(hasHealthy || isDamaged, "has the healthy entry: \(text.debugDescription) \(result.problems)")
        for trustsList in [false, true] {
            let plan = DownloadPlan(result.items, rules: ListRules(directory: "/downloads", trustsList: trustsList))
            expect(plan.downloads.count == result.items.count, "plans each entry: \(text.debugDescription)")
            let items = plan.downloads.map(\.item)
            for item in items {
                checkRequest(item)
                if !trustsList { checkConfined(item) }
            }
            checkExports(items)
        }
    }

    /// Checks that a list that nobody trusts has chosen nothing but data.
    private static func checkConfined(_ item: NewQueueItem) {
        let components = item.directory.utf8.split(separator: UInt8(ascii: "/"))
            .map { String(decoding: Array($0), as: UTF8.self) }
        expect(components.first == "downloads" && !components.contains { $0.hasPrefix(".") }, "is confined: \(item)")
        expect(item.root == "/downloads", "has a root: \(item)")
        expect(item.proxy == nil && item.netrcPath == nil && item.cookiesPath == nil, "has no authority: \(item)")
        expect(!item.url.hasCredentials && item.privateHosts.others.isEmpty, "has no authority: \(item)")
    }

    /// Checks that a request is in the documented ranges, and that a row of a table represents it.
    static func checkRequest(_ request: NewQueueItem) {
        expect(NewQueueItem.priorities.contains(request.priority), "has a priority: \(request.priority)")
        if let start = request.startAt {
            expect(abs(start.timeIntervalSince1970) < 1e12, "starts at a time: \(start)")
        }
        let now = Date(timeIntervalSince1970: 1_772_368_200)
        let item = QueueItem(id: "0123456789ab", request: request, addedAt: now)
        do {
            var stored = try QueueRow.item(FuzzRow(values: QueueRow.values(item)))
            // A row has milliseconds, and its dates are those of RFC 3339.
            expect(stored.request.startAt.map(QueueRow.milliseconds) == request.startAt.map(QueueRow.milliseconds), "")
            stored.request.startAt = request.startAt
            stored.notBefore = item.notBefore
            expect(stored == item, "is the same from a row: \(stored), not \(item)")
        } catch {
            expect(false, "can be read from its row: \(error) \(request)")
        }
    }

    /// Exports requests in every format, and checks that the queue's own reads them again.
    static func checkExports(_ requests: [NewQueueItem]) {
        let now = Date(timeIntervalSince1970: 1_772_368_200)
        let items = requests.enumerated().map { index, request in
            QueueItem(id: "\(index)", request: request, addedAt: now)
        }
        do {
            for format in QueueExportFormat.allCases {
                let export = try format.export(items, includesCredentials: true)
                guard format == .json else { continue }
                let again = QueueImportFormat.json.read(Array(export.text.utf8))
                expect(again.items.count == items.count, "imports what it exported: \(again.problems) \(export.text)")
                for (one, other) in zip(again.items, requests) {
                    expect(one.url == other.url && one.priority == other.priority, "is the same: \(one) \(other)")
                }
            }
        } catch {
            expect(false, "exports: \(error)")
        }
    }

    private static func xml(_ text: String) -> String {
        text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0xFFFE }.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A row of a table of items, as values in the order of the columns.
struct FuzzRow: QueueRowReading {
    let values: [QueueValue]

    func text(_ column: QueueColumn) -> String? {
        if case .text(let text) = values[column.rawValue] { text } else { nil }
    }

    func integer(_ column: QueueColumn) -> Int64? {
        if case .integer(let number) = values[column.rawValue] { number } else { nil }
    }
}
