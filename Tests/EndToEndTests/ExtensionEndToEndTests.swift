import Foundation
import Testing

@Suite("The extension and the userscript", .ownThreads)
struct ExtensionEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    @Test("The complete extension is written, with this program's version, and standard output stays empty")
    func written() throws {
        let directory = leftoff.directory.appending(path: "a/b")
        let outcome = try leftoff.run(["extension", directory.path])
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errorLines.count == 4)
        #expect(outcome.errorLines.last?.contains("leftoff native-host install") == true)
        let data = try Data(contentsOf: directory.appending(path: "manifest.json"))
        let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let version = try leftoff.run(["--version"]).text
        #expect(version == "leftoff \(manifest["version"] as? String ?? "")\n")
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        #expect(files.contains("page/capture.js") && files.contains("icons/icon-128.png"))
        #expect(!files.contains { $0.contains(".leftoff-") })
    }

    @Test("An earlier version of the extension is replaced, and other files are left alone")
    func replaced() throws {
        let directory = leftoff.directory.appending(path: "extension")
        #expect(try leftoff.run(["extension", directory.path, "--quiet"]).errors.isEmpty)
        let popup = directory.appending(path: "popup.js")
        let whole = try Data(contentsOf: popup)
        try Data("old".utf8).write(to: popup)
        try Data("mine".utf8).write(to: directory.appending(path: "notes.txt"))
        #expect(try leftoff.run(["extension", directory.path]).status == 0)
        #expect(try Data(contentsOf: popup) == whole)
        #expect(try String(contentsOf: directory.appending(path: "notes.txt"), encoding: .utf8) == "mine")
    }

    @Test(
        "A directory with other contents is refused, and nothing is written",
        arguments: ["notes.txt", "manifest.json"])
    func refused(name: String) throws {
        let file = try leftoff.file(name, Data("{\"name\":\"mine\"}".utf8))
        let outcome = try leftoff.run(["extension", leftoff.directory.path])
        #expect(outcome.status == 73 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.contains("not an earlier version of the extension"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "{\"name\":\"mine\"}")
        #expect(!FileManager.default.fileExists(atPath: leftoff.directory.appending(path: "popup.js").path))
    }

    @Test("A directory that cannot be created is reported in one line with exit code 73")
    func unwritable() throws {
        let blocker = try leftoff.file("blocker", [])
        for path in [blocker.path, blocker.path + "/extension"] {
            let outcome = try leftoff.run(["extension", path])
            #expect(outcome.status == 73)
            #expect(outcome.errorLines.count == 1)
        }
    }

    @Test("The userscript contains the given port and no token")
    func userscript() throws {
        _ = try leftoff.run(["bookmarklet", "capture"])
        let outcome = try leftoff.run(["userscript", "--port", "5339"])
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("// ==UserScript==\n"))
        #expect(outcome.text.contains("\"http://127.0.0.1:5339\""))
        let token = try String(contentsOf: leftoff.home.appending(path: "capture-token"), encoding: .utf8)
        #expect(!outcome.text.contains(token))
    }
}
