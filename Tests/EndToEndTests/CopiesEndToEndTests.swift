import Foundation
import TestSupport
import Testing

@Suite("Copies on the command line", .ownThreads)
struct CopiesEndToEndTests {
    let leftoff: Leftoff
    private let manager = FileManager.default

    init() throws {
        leftoff = try Leftoff()
    }

    private static func copy(_ place: String, url: String, words: String) -> String {
        #"{"place":"\#(place)","kind":"text","storedAt":"2026-03-01T12:30:00Z","copy":"#
            + #"{"blocks":[{"kind":"paragraph","runs":["\#(words)"]}],"schema":1,"url":"\#(url)"}}"#
    }

    /// A backup with two places and their copies.
    private static let backup = """
        {"leftoff":1,"exportedAt":"2026-03-01T12:30:00Z","places":[
        {"id":"000000000001","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":"https://a.example/1"}},
        {"id":"000000000002","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":"https://a.example/2"}}
        ],"queue":[
        ],"copies":[
        \(copy("000000000001", url: "https://a.example/1", words: "red foxes")),
        \(copy("000000000002", url: "https://a.example/2", words: "grey wolves"))
        ]}

        """

    @discardableResult
    private func imported(_ text: String = backup, _ options: String...) throws -> Leftoff.Outcome {
        try leftoff.run(["import", try leftoff.file("backup.json", text.utf8).path] + options)
    }

    /// The paths of the files of copies.
    private func copyFiles() throws -> [String] {
        let directory = leftoff.home.appending(path: "copies").path
        let all = manager.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".gz") }.sorted().map { "\(directory)/\($0)" }
    }

    @Test("Doctor names a damaged copy and its place, and forget --damaged-copies deletes it and nothing else")
    func damage() throws {
        #expect(try imported().status == 0)
        let whole = try leftoff.run(["doctor"])
        #expect(whole.text.contains("2 copies, under 1 MB of 2000 MB, all readable"), "\(whole.text)")
        let paths = try copyFiles()
        try #require(paths.count == 2)
        let damaged = URL(filePath: paths[0])
        var bytes = try Data(contentsOf: damaged)
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: damaged)
        let found = try leftoff.run(["doctor"])
        #expect(found.status == 1 && found.text.contains("→ leftoff forget --damaged-copies"), "\(found.text)")
        #expect(found.text.contains(paths[0]) && !found.text.contains(paths[1]))
        #expect(found.text.contains("of place 00000000000"))
        let removed = try leftoff.run(["forget", "--damaged-copies"])
        #expect(removed.status == 0 && removed.errorLines == ["leftoff: deleted 1 copy and 0 stray files"])
        #expect(try copyFiles() == [paths[1]])
        #expect(try leftoff.run(["doctor"]).text.contains("1 copy, under 1 MB of 2000 MB, all readable"))
        #expect(try leftoff.run(["list", "--format", "ndjson"]).lines.count == 2)
        let words = try ["foxes", "wolves"].map { try leftoff.run(["list", $0, "--format", "ndjson"]).lines.count }
        #expect(words.reduce(0, +) == 1)
        #expect(try leftoff.run(["forget", "--damaged-copies"]).errorLines.count == 1)
        #expect(try copyFiles() == [paths[1]])
    }

    @Test(
        "Copies that cannot be read at the moment are not called damaged, and are not deleted",
        .enabled(if: FaultShim.isAvailable))
    func readErrors() throws {
        #expect(try imported().status == 0)
        let faults = try FaultShim.environment([.fail("read:EIO:.gz")], below: leftoff.home)
        let found = try leftoff.run(["doctor"], environment: faults)
        #expect(found.status == 1 && found.text.contains("Input/output error"), "\(found.text)")
        #expect(!found.text.contains("--damaged-copies"))
        let removed = try leftoff.run(["forget", "--damaged-copies"], environment: faults)
        #expect(removed.errorLines == ["leftoff: deleted 0 copies and 0 stray files"])
        #expect(try leftoff.run(["doctor"]).text.contains("2 copies, under 1 MB of 2000 MB, all readable"))
    }

    @Test("Nothing of a backup that was cut off is imported, whether it is a file or standard input")
    func cutOff() throws {
        let whole = Array(Self.backup.utf8)
        let lines = Self.backup.split(separator: "\n", omittingEmptySubsequences: false)
        let atLine = lines.prefix(6).joined(separator: "\n") + "\n"
        for text in [atLine, String(decoding: whole.dropLast(10), as: UTF8.self), String(atLine.dropLast(2))] {
            let file = try imported(text)
            #expect(file.status == 65 && file.errorLines.count == 1, "\(file.errorText)")
            #expect(file.errorText.contains("the backup is cut off"))
            let piped = try leftoff.run(["import"], input: Data(text.utf8))
            #expect(piped.status == 65 && piped.errorText.contains("the backup is cut off"))
        }
        #expect(try leftoff.run(["list"]).lines.isEmpty)
        #expect(try leftoff.run(["import"], input: Data(whole)).status == 0)
        #expect(try copyFiles().count == 2)
    }

    @Test("A line that is longer than that of any copy is left out, whether it is in a file or on standard input")
    func longLine() throws {
        let opening = "],\"copies\":[\n"
        let text = Self.backup.replacing(opening, with: opening + String(repeating: "a", count: 9 << 20) + ",\n")
        let piped = try leftoff.run(["import"], input: Data(text.utf8))
        let omission = "leftoff: copy 1: its line is longer than 8388608 bytes"
        #expect(piped.status == 1 && piped.errorLines.first == omission, "\(piped.errorText)")
        #expect(try copyFiles().count == 2)
        let file = try imported(text)
        #expect(file.status == 1 && file.errorLines.first == omission, "\(file.errorText)")
    }

    @Test("Copies that cannot be read are listed up to a limit, and many more end the import")
    func manyBadLines() throws {
        let opening = "],\"copies\":[\n"
        let text = Self.backup.replacing(opening, with: opening + String(repeating: "0,\n", count: 100_001))
        let outcome = try imported(text)
        #expect(outcome.status == 65 && outcome.errorLines.count == 1, "\(outcome.errorText.prefix(500))")
        #expect(outcome.errorText.contains("more than 100000 of its copies cannot be read; its places"))
        #expect(try leftoff.run(["list", "--format", "ndjson"]).lines.count == 2)
    }

    @Test("Copies on standard input are not held on a disk that is almost full", .enabled(if: FaultShim.isAvailable))
    func fullTemporaryDirectory() throws {
        let directory = leftoff.directory.appending(path: "temporary")
        try manager.createDirectory(at: directory, withIntermediateDirectories: true)
        var environment = try FaultShim.environment([.full(directory)], below: directory)
        environment["TMPDIR"] = directory.path
        let outcome = try leftoff.run(["import"], input: Data(Self.backup.utf8), environment: environment)
        #expect(outcome.status == 74 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("not enough space for the copies of standard input"))
        #expect(try leftoff.run(["list"]).lines.isEmpty)
    }

    @Test("Copies that are refused or cannot be read are reported, and the exit code is 1", arguments: [[], ["-q"]])
    func refused(options: [String]) throws {
        try manager.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        try Data(#"{"copyBudget":20}"#.utf8).write(to: leftoff.home.appending(path: "settings.json"))
        let text = Self.backup.replacing(
            #""kind":"text","storedAt":"2026-03-01T12:30:00Z","copy":{"blocks":[{"kind":"paragraph","runs":["grey"#,
            with: #""kind":"film","copy":{"blocks":[{"kind":"paragraph","runs":["grey"#)
        let outcome = try leftoff.run(["import", try leftoff.file("backup.json", text.utf8).path] + options)
        #expect(outcome.status == 1)
        let expected = [
            "leftoff: copy 2: its kind is missing or unknown",
            "leftoff: 1 copy is not imported: the budget of 20 bytes for copies is used up; "
                + "enlarge it on the settings page, and import the file again",
        ]
        #expect(Array(outcome.errorLines.prefix(2)) == expected, "\(outcome.errorText)")
        #expect(outcome.errorLines.count == (options.isEmpty ? 3 : 2))
        #expect(try leftoff.run(["list", "--format", "ndjson"]).lines.count == 2)
    }

    @Test(
        "Lines of a list of windows that cannot be read are reported, and the exit code is 1", arguments: [[], ["-q"]])
    func windows(options: [String]) throws {
        let list = try leftoff.file("list.txt", "https://a.example/ | A\nbuy milk\n".utf8)
        let outcome = try leftoff.run(["windows", "import", list.path] + options)
        #expect(outcome.status == 1 && outcome.lines.count == 1)
        #expect(outcome.errorLines.first?.hasPrefix("leftoff: line 2: not an address") == true)
        #expect(outcome.errorLines.count == (options.isEmpty ? 2 : 1))
    }

    @Test(
        "On a full disk, forgetting copies deletes their files, although the index cannot be updated",
        .enabled(if: FaultShim.isAvailable))
    func fullDisk() throws {
        #expect(try imported().status == 0)
        let full = try FaultShim.environment([.fail("pwrite,write:ENOSPC:index.sqlite")], below: leftoff.home)
        let removed = try leftoff.run(["forget", "--copies", "000000000001"], environment: full)
        #expect(removed.status == 0 && removed.errorLines == ["leftoff: deleted 1 copy"], "\(removed.errorText)")
        #expect(try copyFiles().count == 1)
        // Forgetting, as every change of copies does, builds the index again.
        #expect(try leftoff.run(["forget", "--damaged-copies"]).status == 0)
        #expect(try leftoff.run(["list", "wolves", "--format", "ndjson"]).lines.count == 1)
    }

    @Test(
        "Forgetting a place deletes the files of places that were forgotten more than 30 days ago",
        .enabled(if: FaultShim.isAvailable))
    func files() throws {
        #expect(try imported().status == 0)
        #expect(try leftoff.run(["forget", "000000000001"]).status == 0)
        #expect(try copyFiles().count == 2)
        let later = try FaultShim.environment([.clock(2_600_000), .uptime(2_600_000)], below: leftoff.home)
        #expect(try leftoff.run(["forget", "000000000002"], environment: later).status == 0)
        #expect(try copyFiles().count == 1)
    }
}
