import Foundation
import Testing

@testable import PageScripts

/// The generated scripts of `js/generated`.
@Suite struct EmbeddedScriptTests {
    private static let scripts: [String: EmbeddedScript] = [
        "capture.js": .capture, "copy.js": .copy, "paint.js": .paint, "restore.js": .restore,
        "userscript.js": .userscript, "capture-bookmarklet.js": .captureBookmarklet,
        "restore-bookmarklet.js": .restoreBookmarklet,
    ]

    @Test("Every generated script is embedded as it is", arguments: scripts.keys.sorted())
    func everyScriptIsEmbedded(name: String) throws {
        let script = try #require(Self.scripts[name])
        let file = SourceTree.scripts.appending(path: "generated/\(name)")
        #expect(try String(contentsOf: file, encoding: .utf8) == script.expression + "\n")
    }

    @Test("No other script is generated")
    func noOtherScriptIsGenerated() throws {
        let names = try SourceTree.files(in: "generated").filter { !$0.hasPrefix("extension/") }
        #expect(names == Set(Self.scripts.keys))
    }

    @Test("A script is one strict expression", arguments: scripts.keys.sorted())
    func scriptIsOneStrictExpression(name: String) throws {
        let expression = try #require(Self.scripts[name]).expression
        #expect(expression.hasPrefix("(() => { \"use strict\";"))
        #expect(expression.hasSuffix(" })()"))
    }

    @Test(
        "The scripts that run in pages load nothing and evaluate nothing",
        arguments: scripts.keys.filter { $0 != "userscript.js" }.sorted())
    func scriptsLoadNothing(name: String) throws {
        // Comments that remain in the script may name types of modules.
        let script = try #require(Self.scripts[name]).expression.replacing(/\/\*(?s:.)*?\*\//, with: "")
        for call in [
            "fetch(", "XMLHttpRequest", "import(", "eval(", "new Function", "sendBeacon", "localStorage", ".cookie",
        ] {
            #expect(!script.contains(call), "\(call)")
        }
        // A scheme alone is compared with the addresses of archives; only one with a host could be loaded.
        #expect(!script.contains(/https?:\/\/[\w\[]/))
    }
}
