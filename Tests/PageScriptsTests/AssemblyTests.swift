import Foundation
import Testing

@testable import PageScripts

/// How the modules of `js/` are put together.
@Suite struct AssemblyTests {
    private static let bundles: [String: ScriptBundle] = [
        "capture": ScriptBundle(entry: "capture/capture-script.js", function: "defineExtensionPreprocessing"),
        "capture bookmarklet": ScriptBundle(entry: "capture/capture-bookmarklet.js", function: "captureAndSend"),
        "restore": ScriptBundle(entry: "restore/restore-expression.js", function: "restoreFromJSON"),
        "restore bookmarklet": ScriptBundle(entry: "restore/restore-bookmarklet.js", function: "askAndRestore"),
        "extension's capture": ScriptBundle(entry: "capture/capture-promise.js", function: "capturePlace"),
        "extension's restore": ScriptBundle(entry: "restore/restore-definition.js", function: "defineRestore"),
    ]

    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "js")
        .resolvingSymlinksInPath()

    @Test("Every module of js/ is embedded, and nothing else but the signs")
    func everyModuleIsEmbedded() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
        let apart = ["test/", "extension/"]
        let paths = Set(files.filter { file in file.hasSuffix(".js") && !apart.contains { file.hasPrefix($0) } })
        // The signs have no file: they are made from the status display's paths.
        #expect(Set(ScriptModule.embedded.keys) == paths.union(["symbol/paths.js"]))
        for path in paths {
            let text = try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
            #expect(ScriptModule.embedded[path]?.text == text, "\(path)")
        }
    }

    @Test("Imports come before what imports them, and none is missing", arguments: bundles.keys.sorted())
    func importsComeFirst(name: String) throws {
        let bundle = try #require(Self.bundles[name])
        #expect(bundle.missing.isEmpty)
        for (place, path) in bundle.modules.enumerated() {
            let module = try #require(ScriptModule.embedded[path])
            for imported in module.imports {
                #expect(bundle.modules[..<place].contains(imported), "\(path): \(imported)")
            }
        }
    }

    @Test("Names at the top of a bundle's modules are unique", arguments: bundles.keys.sorted())
    func topLevelNamesAreUnique(name: String) throws {
        let bundle = try #require(Self.bundles[name])
        let declaration = /^(?:async )?(?:function\*?|const|let|var|class) ([\w$]+)/.anchorsMatchLineEndings()
        var owners: [Substring: String] = [:]
        for path in bundle.modules {
            let module = try #require(ScriptModule.embedded[path])
            for match in module.declarations.matches(of: declaration) {
                #expect(owners[match.output.1] == nil, "\(match.output.1) in \(path)")
                owners[match.output.1] = path
            }
        }
        #expect(owners.count > 10)
    }

    @Test("Modules are written as the assembler needs them", arguments: ScriptModule.embedded.keys.sorted())
    func modulesAreWrittenForTheAssembler(path: String) throws {
        let module = try #require(ScriptModule.embedded[path])
        let importLine = /^import \{ [\w, ]+ \} from '\.\.?\/[\w.\/-]+';$/
        let exported = /export (?:function|const|class)\b/
        for line in module.text.split(separator: "\n") {
            if line.hasPrefix("import ") { #expect(line.wholeMatch(of: importLine) != nil, "\(line)") }
            if line.hasPrefix("export ") { #expect(line.prefixMatch(of: exported) != nil, "\(line)") }
            #expect(line.count <= 120, "\(line)")
        }
        #expect(!module.declarations.contains("`"), "templates may hold line breaks")
        #expect(module.declarations.firstMatch(of: /^\s*(?:import|export)\b/.anchorsMatchLineEndings()) == nil)
        #expect(!module.declarations.contains("/*"))
        #expect(!module.declarations.contains(" // "))
    }

    @Test("No two modules declare the same name, since a script is one scope")
    func namesAreDeclaredOnce() {
        let declaration = /^(?:function\*?|const|let|class) (\w+)/.anchorsMatchLineEndings()
        var owners: [Substring: String] = [:]
        for (path, module) in ScriptModule.embedded {
            let declarations = module.declarations
            for match in declarations.matches(of: declaration) {
                let other = owners.updateValue(path, forKey: match.1)
                #expect(other == nil, "\(match.1) is declared in \(path) and in \(other ?? "")")
            }
        }
        #expect(owners.count > 100)
    }

    @Test("Scripts reach for nothing outside the page", arguments: bundles.keys.sorted())
    func scriptsLoadNothing(name: String) throws {
        let bundle = try #require(Self.bundles[name])
        let script = bundle.expression()
        for reach in [
            "fetch(", "XMLHttpRequest", "import(", "eval(", "new Function", "sendBeacon", "localStorage", "cookie",
        ] {
            #expect(!script.contains(reach), "\(reach)")
        }
        #expect(!script.contains("http://") && !script.contains("https://"))
    }
}
