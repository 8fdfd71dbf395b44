import Foundation
import TestSupport
import Testing

/// Tests that `docs/faults.md` contains the outcomes that the tests require, and that every fault in it is tested.
@Suite("The document of faults")
struct FaultDocumentTests {
    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private let lines: [Substring]

    init() throws {
        let page = try String(contentsOf: Self.checkout.appending(path: "docs/faults.md"), encoding: .utf8)
        lines = page.split(separator: "\n")
    }

    @Test("Every fault of the network has a row with the outcome that the table requires", arguments: Fault.all)
    func network(fault: Fault) throws {
        let words = fault.outcomes.map(\.words).joined(separator: "; ")
        #expect(row(of: fault.slug) == "| `\(fault.slug)` | \(fault.title) | \(words) |")
    }

    @Test("Every fault of the machine has a row and a test that names it", arguments: MachineFault.allCases)
    func machine(fault: MachineFault) throws {
        #expect(row(of: fault.rawValue) == "| `\(fault.rawValue)` | \(fault.title) | \(fault.words) |")
        let tests = Self.checkout.appending(path: "Tests/EndToEndTests")
        let names = try FileManager.default.contentsOfDirectory(atPath: tests.path)
        let sources = names.filter { $0.hasPrefix("Fault") || $0.hasPrefix("Crash") }
        let isNamed = try sources.contains { name in
            try String(contentsOf: tests.appending(path: name), encoding: .utf8).contains(".\(fault)")
        }
        #expect(isNamed, "no end-to-end test names \(fault)")
    }

    @Test("Every row belongs to a fault of the table")
    func nothingElse() {
        let found = lines.filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "`").dropFirst().first }
        let wanted = Fault.all.map(\.slug) + MachineFault.allCases.map(\.rawValue)
        #expect(found.map(String.init).sorted() == wanted.sorted())
    }

    /// The first three cells of a fault's row, as one text.
    private func row(of slug: String) -> String? {
        guard let line = lines.first(where: { $0.hasPrefix("| `\(slug)` |") }) else { return nil }
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().prefix(3)
        return "|" + cells.joined(separator: "|") + "|"
    }
}
