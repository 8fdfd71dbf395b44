import Foundation
import Testing

@Suite("Manual page")
struct ManualEndToEndTests {
    @Test("The manual page names every environment variable that the code reads, and no other")
    func variables() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        var read: Set<String> = []
        let sources = root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where ["swift", "c"].contains(file.pathExtension) {
            guard !file.path.contains("/TestSupport/"), let text = try? String(contentsOf: file, encoding: .utf8),
                text.contains("environment") || text.contains("getenv")
            else { continue }
            read.formUnion(text.matches(of: /"([A-Z][A-Z0-9_]+|[a-z]+_proxy)"/).map { String($0.1) })
        }
        try #require(read.contains("LEFTOFF_HOME"))
        let manual = try String(contentsOf: root.appending(path: "Resources/man/leftoff.1"), encoding: .utf8)
        let start = try #require(manual.range(of: ".SH ENVIRONMENT")).upperBound
        let end = try #require(manual.range(of: ".SH FILES")).lowerBound
        let listed = manual[start..<end].split(separator: ".TP\n").flatMap { entry in
            entry.prefix { $0 != "\n" }.matches(of: /\\fB([A-Za-z0-9_]+)\\fR/).map { String($0.1) }
        }
        #expect(Set(listed) == read.subtracting(["ON"]), "change VARIABLES in Tools/make-man, and run it")
    }
}
