import Foundation
import Testing

@Suite("The list of attacks")
struct SecurityListTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "Every attack in docs/security.md names a test, and each of them exists",
        arguments: [("Attacks", 20), ("Native messaging", 10), ("Copies of pages", 3), ("Automatic places", 6)])
    func names(heading: String, count: Int) throws {
        let text = try String(contentsOf: Self.root.appending(path: "docs/security.md"), encoding: .utf8)
        let sections = text.components(separatedBy: "\n## \(heading)\n")
        let list = try #require(sections.count == 2 ? sections.last : nil)
        let attacks = list.components(separatedBy: "\n## ")[0].components(separatedBy: "\n- ").dropFirst()
        #expect(attacks.count >= count)
        for attack in attacks {
            let tests = try #require(attack.components(separatedBy: "Tests:").last, "\(attack)")
            let names = tests.split(separator: "`").map(String.init).filter { name in
                !name.allSatisfy { $0 == "," || $0.isWhitespace }
            }
            #expect(attack.contains("Tests:") && !names.isEmpty, "\(attack)")
            var suite = ""
            for name in names {
                guard !name.contains("/") else {
                    #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: name).path), "\(name)")
                    continue
                }
                let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                if !parts[0].isEmpty { suite = parts[0] }
                let source = try Self.source(of: suite)
                #expect(parts.count == 1 || source.contains("func \(parts[1])("), "\(name)")
            }
        }
    }

    /// Returns the source of a suite of any test target.
    private static func source(of suite: String) throws -> String {
        let tests = root.appending(path: "Tests")
        let targets = try FileManager.default.contentsOfDirectory(at: tests, includingPropertiesForKeys: nil)
        let file = targets.map { $0.appending(path: "\(suite).swift") }.first {
            FileManager.default.fileExists(atPath: $0.path)
        }
        return try String(contentsOf: try #require(file, "\(suite)"), encoding: .utf8)
    }
}
