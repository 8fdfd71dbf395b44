import Foundation
import Testing

@Suite("The list of attacks")
struct SecurityListTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "Every attack in docs/security.md names a test, and each of them exists",
        arguments: [("Attacks", 20), ("Native messaging", 10)])
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
                let file = Self.root.appending(path: "Tests/ServiceTests/\(suite).swift")
                let source = try String(contentsOf: file, encoding: .utf8)
                #expect(parts.count == 1 || source.contains("func \(parts[1])("), "\(name)")
            }
        }
    }
}
