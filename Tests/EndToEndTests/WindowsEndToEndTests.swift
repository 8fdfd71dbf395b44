import Foundation
import Testing

@Suite("Windows on the command line", .ownThreads)
struct WindowsEndToEndTests {
    private let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static let list = """
        https://example.org/a | Foxes
        not an address
        https://example.org/b | Hounds

        https://example.com/ | Hens
        """

    private func sets(_ arguments: String...) throws -> [[String: Any]] {
        let listed = try leftoff.run(["windows", "list", "--format", "json"] + arguments)
        return try #require(try JSONSerialization.jsonObject(with: listed.output) as? [[String: Any]])
    }

    @Test("A list of OneTab is imported once, and the lines that cannot be read are named")
    func oneTab() throws {
        let imported = try leftoff.run(["windows", "import"], input: Data(Self.list.utf8))
        #expect(imported.status == 1 && imported.lines.count == 2)
        #expect(imported.errorText.contains("leftoff: line 2: not an address"))
        #expect(imported.errorText.contains("imported 2 windows with 3 tabs (0 existed already)"))
        let again = try leftoff.run(["windows", "import"], input: Data(Self.list.utf8))
        #expect(again.status == 1 && again.lines.isEmpty)
        #expect(again.errorText.contains("imported 0 windows with 0 tabs (2 existed already)"))
        #expect(try sets().map { $0["title"] as? String } == ["Hens", "Foxes"])
        #expect(try sets("hounds").map { $0["title"] as? String } == ["Foxes"])
        let table = try leftoff.run(["windows"])
        #expect(table.lines.count == 2 && table.text.contains("2 tabs"))
    }

    @Test("A window is shown, its addresses are printed, and it is deleted")
    func loop() throws {
        let ids = try leftoff.run(["windows", "import", "-q"], input: Data(Self.list.utf8)).lines
        let shown = try leftoff.run(["windows", "show", ids[0]])
        let object = try #require(try JSONSerialization.jsonObject(with: shown.output) as? [String: Any])
        #expect(object["tabCount"] as? Int == 2)
        let printed = try leftoff.run(["windows", "open", String(ids[0].prefix(8)), "--print"])
        #expect(printed.lines == ["https://example.org/a", "https://example.org/b"])
        #expect(try leftoff.run(["windows", "open", "@", "--print"]).lines == ["https://example.com/"])
        #expect(try leftoff.run(["windows", "forget", ids[0], "zzzzzzzzzzzz"]).status == 66)
        #expect(try sets().count == 2)
        #expect(try leftoff.run(["windows", "forget"] + ids).status == 0)
        #expect(try sets().isEmpty)
    }

    @Test("A file of neither program is malformed, and nothing is imported")
    func unknown() throws {
        for text in ["", "words\n", "{}", "[1, 2]", "[{\"windows\": {}}"] {
            let outcome = try leftoff.run(["windows", "import"], input: Data(text.utf8))
            #expect(outcome.status == 65 && outcome.errorText.hasPrefix("leftoff: standard input: "))
        }
        #expect(try sets().isEmpty)
        #expect(try leftoff.run(["windows", "show", "@"]).status == 66)
    }
}
