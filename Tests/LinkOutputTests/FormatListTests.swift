import Foundation
import LinkOutput
import Testing

@Suite("Lists of formats")
struct FormatListTests {
    private let names = Set(LinkFormatDescriptor.all.map(\.name))

    private func text(of path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("docs/links.md has a row for each format and for templates, and for no other")
    func documentation() throws {
        let section = try #require(try text(of: "docs/links.md").firstRange(of: "\n## Formats\n"))
        let lines = try text(of: "docs/links.md")[section.upperBound...].split(separator: "\n")
        let rows = lines.drop { !$0.hasPrefix("| format ") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let documented = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        #expect(documented.count == Set(documented).count)
        #expect(Set(documented) == names.union(["template:TEXT"]))
    }

    @Test("The API's description accepts exactly the formats and templates")
    func api() throws {
        let data = Data(try text(of: "Resources/openapi.json").utf8)
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        let schema = try #require(schemas["LinkFormat"] as? [String: Any])
        let choices = try #require(schema["anyOf"] as? [[String: Any]])
        let described = choices.flatMap { $0["enum"] as? [String] ?? [] }
        #expect(described.count == names.count)
        #expect(Set(described) == names)
        #expect(choices.contains { $0["pattern"] as? String == "^template:" })
        #expect(schema["default"] as? String == LinkFormatDescriptor.json.name)
    }

    @Test("The help lists every format")
    func help() {
        let listed = LinkFormatDescriptor.namesForHelp.split(separator: ", ").map(String.init)
        #expect(listed == LinkFormatDescriptor.all.map(\.name) + ["template:TEXT"])
    }
}
