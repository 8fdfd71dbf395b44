import Foundation
import Testing

@Suite("The table of attacks")
struct SecurityTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Every line of docs/security.md names a test, and each of them exists")
    func names() throws {
        let text = try String(contentsOf: Self.root.appending(path: "docs/security.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 20)
        for row in rows {
            let cell = try #require(row.split(separator: "|").dropLast(row.hasSuffix("|") ? 0 : 1).last)
            let names = cell.split(separator: "`").map(String.init).filter { !$0.allSatisfy { ", ".contains($0) } }
            #expect(!names.isEmpty, "\(row)")
            var suite = ""
            for name in names where !name.allSatisfy(\.isWhitespace) {
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
