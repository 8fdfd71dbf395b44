import FoundationEssentials
import NIOCore
import Testing

@testable import Service

@Suite("The embedded files of the web page")
struct WebAssetsTests {
    /// The root of the repository.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Every file of Resources/web and the API description are embedded, and nothing else")
    func table() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Resources/web").path)
        let expected = Set(files.map { "web/\($0)" } + ["openapi.json"])
        let embedded = Set(WebAsset.embedded.keys)
        #expect(
            embedded.sorted() == expected.sorted(),
            "WebAssets.c and the directory differ in \(embedded.symmetricDifference(expected).sorted())")
    }

    @Test("Every embedded file has the bytes of the file with its name", arguments: WebAsset.embedded.keys.sorted())
    func bytes(name: String) throws {
        let file = try String(contentsOf: Self.root.appending(path: "Resources/\(name)"), encoding: .utf8)
        #expect(WebAsset.embedded[name]?.text == file)
    }

    @Test("The start page preloads every module that its script imports, and nothing else")
    func preloads() throws {
        let page = try #require(WebAsset.embedded["web/index.html"]?.text)
        let entry = try #require(page.firstMatch(of: /<script type="module" src="\/assets\/([^"]+)">/)?.1)
        let preloaded = page.matches(of: /<link rel="modulepreload" href="\/assets\/([^"]+)">/).map { String($0.1) }
        let imported = try Self.modules(importedBy: String(entry))
        #expect(
            preloaded.sorted() == imported.sorted(),
            """
            The preloads of index.html and the imports of \(entry) differ in \
            \(Set(preloaded).symmetricDifference(imported).sorted()), or a module is preloaded twice.
            """)
    }

    @Test(
        "No two elements of a page have the same id",
        arguments: WebAsset.embedded.keys.filter { $0.hasSuffix(".html") }.sorted())
    func ids(name: String) throws {
        let page = try #require(WebAsset.embedded[name]?.text)
        let ids = page.matches(of: /\sid="?([\w-]+)/).map { String($0.1) }
        let repeated = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        #expect(repeated == [])
    }

    @Test("The search for imports finds each form of a static import, and no dynamic one")
    func staticImports() {
        let script = """
            import './a.js';
            import { x,
                y } from "./b-c.js";
            export { z } from './d.js';
            /** @typedef {import('./e.js').E} E */
            export const f = () => import('./f.js');
            """
        #expect(Self.imports(of: script) == ["a.js", "b-c.js", "d.js"])
    }

    /// Returns the modules that a module imports statically, directly or through others.
    private static func modules(importedBy entry: String) throws -> Set<String> {
        var found: Set<String> = []
        var pending = [entry]
        while let name = pending.popLast() {
            for next in imports(of: try source(of: name)) where next != entry && found.insert(next).inserted {
                pending.append(next)
            }
        }
        return found
    }

    /// Returns the names of the modules that a script imports statically.
    private static func imports(of script: String) -> [String] {
        script.matches(of: /(?:^|\n)(?:import|export)\b[^'"();]*['"]\.\/([\w.-]+)['"]/).map { String($0.1) }
    }

    /// Returns the source of a module that the page loads, from `Resources/web` or, if the extension and the userscript
    /// share it, from `js/shared`.
    private static func source(of name: String) throws -> String {
        if let asset = WebAsset.embedded["web/\(name)"] { return asset.text }
        return try String(contentsOf: root.appending(path: "js/shared/\(name)"), encoding: .utf8)
    }
}
