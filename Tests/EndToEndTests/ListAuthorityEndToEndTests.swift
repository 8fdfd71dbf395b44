import Foundation
import TestSupport
import Testing

/// Tests of lists and backups that another person may have written.
@Suite("Lists and backups are data", .ownThreads)
struct ListAuthorityEndToEndTests {
    private let leftoff: Leftoff
    private var files: String { leftoff.directory.appending(path: "files").path }

    init() throws {
        leftoff = try Leftoff()
    }

    /// A command that imports an entry, which is written as the queue's JSON.
    enum Entry: String, CaseIterable, Sendable {
        case list, listOfLines, backup, backupWithOtherName, backupToDownloads
    }

    /// A part of an entry that needs trust, and the kind that the messages name.
    struct Part: Sendable, CustomTestStringConvertible {
        var json: String
        var what: String
        var testDescription: String { what }
    }

    static let parts = [
        Part(json: #""directory":"/etc/cron.d","name":"x""#, what: "directories outside of"),
        Part(json: #""directory":"FILES/../up","name":"x""#, what: "directories outside of"),
        Part(json: #""directory":".config/autostart","name":"x.desktop""#, what: "hidden directories"),
        Part(json: #""directory":"FILES/.ssh","name":"authorized_keys""#, what: "hidden directories"),
        Part(json: #""path":"/etc/cron.d/x""#, what: "directories outside of"),
        Part(json: #""proxy":"http://u:secret@p.example:1""#, what: "proxies"),
        Part(json: #""netrc":"/home/u/.netrc""#, what: "netrc files"),
        Part(json: #""cookies":"/home/u/jar""#, what: "cookie files"),
        Part(json: #""headers":[{"name":"Cookie","value":"secret"}]"#, what: "header fields"),
        Part(json: #""headers":[{"name":"X-Api-Key","value":"secret"}]"#, what: "header fields"),
        Part(json: #""privateHosts":{"own":true,"others":["10.0.0.1"]}"#, what: "private hosts"),
        Part(json: #""referer":"http://u:secret@r.example/""#, what: "credentials in addresses"),
    ]

    private func words(_ entry: Entry, _ part: Part) throws -> [String] {
        let json = #"{"url":"https://example.org/a","state":"ready",\#(part.json)}"#
            .replacing("FILES", with: files)
        let backup = #"{"leftoff":1,"queue":[\#(json)]}"#
        switch entry {
        case .list: return ["queue", "import", try leftoff.file("list.json", "[\(json)]".utf8).path, "--dir", files]
        case .listOfLines: return ["queue", "import", try leftoff.file("list", "\(json)\n".utf8).path, "--dir", files]
        case .backup: return ["import", try leftoff.file("backup.json", backup.utf8).path, "--dir", files]
        case .backupWithOtherName:
            return ["import", try leftoff.file("pocket.csv", backup.utf8).path, "--dir", files]
        case .backupToDownloads: return ["import", try leftoff.file("backup.json", backup.utf8).path]
        }
    }

    private func run(_ words: [String]) throws -> Leftoff.Outcome {
        try leftoff.run(words, environment: ["XDG_DOWNLOAD_DIR": files])
    }

    /// Returns the stored downloads with all their parts.
    private func stored() throws -> [[String: Any]] {
        let outcome = try leftoff.run(["queue", "export", "--format", "json", "--with-credentials"])
        return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    }

    @Test("A list or backup chooses no place, proxy, credentials or hosts", arguments: Entry.allCases, parts)
    func leftOut(entry: Entry, part: Part) throws {
        let outcome = try run(words(entry, part))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(part.what) && outcome.errorText.contains("left out of 1 entry"))
        #expect(outcome.errorText.contains("1 download to \(files)") && !outcome.errorText.contains("secret"))
        let item = try #require(try stored().first)
        #expect(item["directory"] as? String == files)
        for key in ["proxy", "netrc", "cookies", "headers", "privateHosts"] { #expect(item[key] == nil, "\(key)") }
        #expect(item["referer"] as? String ?? "http://r.example/" == "http://r.example/")
    }

    @Test("A trusted list is obeyed after it was printed, even with --quiet", arguments: [Entry.list, .backup], parts)
    func trusted(entry: Entry, part: Part) throws {
        let outcome = try run(words(entry, part) + ["--trust-list", "--quiet"])
        #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.hasPrefix("leftoff: trusting ") && outcome.errorText.contains(part.what))
        #expect(!outcome.errorText.contains("secret"), "\(outcome.errorText)")
        let item = try #require(try stored().first)
        let members = try #require(
            try JSONSerialization.jsonObject(with: Data("{\(part.json.replacing("FILES", with: files))}".utf8))
                as? [String: Any])
        for (key, value) in members where key != "path" && key != "directory" {
            #expect(NSDictionary(dictionary: [key: value]).isEqual(to: [key: item[key] ?? NSNull()]), "\(key)")
        }
    }

    @Test("The directories are printed before anything is added, at most twenty of them")
    func preview() throws {
        let lines = (0..<25).map { "https://example.org/\($0)\n  dir=sub\($0)\n" }.joined()
        let list = try leftoff.file("list", lines.utf8).path
        let outcome = try run(["queue", "import", list, "--dir", files, "--dry-run"])
        #expect(outcome.status == 0 && outcome.lines.isEmpty, "\(outcome.errorText)")
        #expect(outcome.errorLines.first == "leftoff: \(list): 25 downloads to 25 directories")
        #expect(outcome.errorLines.count == 22 && outcome.errorLines.last == "leftoff: 5 more directories: 5 downloads")
        #expect(try stored().isEmpty && !FileManager.default.fileExists(atPath: files))
    }

    @Test("A dry run of a backup stores neither places nor downloads")
    func dryRun() throws {
        let place = #"{"id":"000000000001","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":"https://a.example/"}}"#
        let text = #"{"leftoff":1,"places":[\#(place)],"queue":[{"url":"https://example.org/a","state":"ready"}]}"#
        let backup = try leftoff.file("backup.json", text.utf8).path
        let outcome = try run(["import", backup, "--dry-run"])
        #expect(outcome.status == 0 && outcome.errorLines == ["leftoff: \(backup): 1 download to \(files)"])
        #expect(try stored().isEmpty && leftoff.run(["list"]).lines.isEmpty)
    }

    @Test("doctor names a folder for downloads that is not confirmed, until config.json confirms it")
    func doctor() throws {
        try leftoff.createStore()
        let folder = leftoff.directory.appending(path: "other").path
        let settings = leftoff.home.appending(path: "settings.json")
        try Data(#"{"downloadDirectory":"\#(folder)"}"#.utf8).write(to: settings)
        #expect(try run(["doctor"]).text.contains("note  settings  \"downloadDirectory\" (\(folder)) must be one of"))
        try Data(#"{"downloadDirectories":["\#(folder)"]}"#.utf8).write(to: leftoff.home.appending(path: "config.json"))
        #expect(try run(["doctor"]).text.contains("ok    settings  readable"))
    }

    @Test("A list changes nothing of a download that a person has added, and does not pause it")
    func repeated() throws {
        let url = "https://example.org/a"
        let words = ["queue", "add", url, "--dir", files, "--header", "X-Own: 1", "--referer", "https://own.example/"]
        #expect(try leftoff.run(words).status == 0)
        let before = try stored()
        let entry =
            #"{"url":"\#(url)","state":"paused","referer":"https://other.example/","startAt":"2099-01-01T00:00:00Z"}"#
        let list = try leftoff.file("list.json", entry.utf8).path
        #expect(try run(["queue", "import", list, "--dir", files]).status == 0)
        #expect(NSArray(array: try stored()).isEqual(to: before))
    }
}
