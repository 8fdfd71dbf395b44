import Foundation
import Testing

@testable import PageScripts

/// The browser extension's files, and the userscript.
@Suite struct BrowserExtensionTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "js/extension").resolvingSymlinksInPath()
    private static let files = BrowserExtension.files(version: "1.2.3")

    private static func text(_ path: String) throws -> String {
        String(decoding: try #require(files.first { $0.path == path }).bytes, as: UTF8.self)
    }

    @Test("Every file of js/extension is embedded, and nothing else")
    func everyFileIsEmbedded() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path).filter { path in
            var isDirectory: ObjCBool = false
            let full = Self.sources.appending(path: path).path
            return FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory) && !isDirectory.boolValue
        }
        #expect(Set(BrowserExtension.embedded.map(\.path)) == Set(paths))
        for file in BrowserExtension.embedded {
            #expect(try Data(contentsOf: Self.sources.appending(path: file.path)) == Data(file.bytes), "\(file.path)")
        }
    }

    @Test("The manifest asks for no page but the service's, and is of the version given")
    func manifest() throws {
        let object = try JSONSerialization.jsonObject(with: Data(Self.text("manifest.json").utf8))
        let manifest = try #require(object as? [String: Any])
        #expect(manifest["manifest_version"] as? Int == 3)
        #expect(manifest["version"] as? String == "1.2.3")
        #expect(manifest["host_permissions"] as? [String] == ["http://127.0.0.1/*"])
        let permissions = try #require(manifest["permissions"] as? [String])
        #expect(permissions == ["activeTab", "alarms", "contextMenus", "scripting", "storage"])
        let background = try #require(manifest["background"] as? [String: Any])
        #expect(background["service_worker"] as? String == "background.js")
        #expect(background["scripts"] as? [String] == ["background.js"])
    }

    @Test("Whatever a file of the extension names is there")
    func referencesLeadSomewhere() throws {
        let paths = Set(Self.files.map(\.path))
        #expect(paths.count == Self.files.count)
        for file in Self.files where file.path.hasSuffix(".js") && !file.path.hasPrefix("page/") {
            for imported in String(decoding: file.bytes, as: UTF8.self).matches(of: /from '\.\/([\w.\/-]+)'/) {
                #expect(paths.contains(String(imported.1)), "\(file.path): \(imported.1)")
            }
        }
        for page in ["popup.html", "pair.html"] {
            for named in try Self.text(page).matches(of: /(?:src|href)="([^"]+)"/) {
                #expect(paths.contains(String(named.1)), "\(page): \(named.1)")
            }
        }
        let manifest = try Self.text("manifest.json")
        for named in manifest.matches(of: /"([\w\/-]+\.(?:js|html|png))"/) {
            #expect(paths.contains(String(named.1)), "\(named.1)")
        }
        for named in try Self.text("places.js").matches(of: /files: \['([^']+)'\]/) {
            #expect(paths.contains(String(named.1)), "\(named.1)")
        }
    }

    @Test("Text of pages never becomes markup, and nothing is evaluated", arguments: files.map(\.path))
    func nothingIsMarkup(path: String) throws {
        guard path.hasSuffix(".js") else { return }
        let script = try Self.text(path)
        for reach in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            #expect(!script.contains(reach), "\(reach)")
        }
    }

    @Test("The signs are the status display's paths, drawn as a hand would")
    func signs() {
        #expect(PageScripts.symbols.contains("export const CHECK_MARK = 'M1 47C23 69 27 73 27 73L87 13';\n"))
        #expect(PageScripts.symbols.contains("export const CROSS = 'M1 1L87 87M87 1L1 87';\n"))
        #expect(Self.files.contains { $0.path == "symbol/paths.js" && $0.bytes == Array(PageScripts.symbols.utf8) })
    }

    @Test("The userscript names its service, needs no more than it uses, and holds no token")
    func userscript() throws {
        let script = PageScripts.userscript(service: "http://127.0.0.1:5339", version: "1.2.3")
        let block = try #require(script.split(separator: "// ==/UserScript==").first)
        #expect(block.hasPrefix("// ==UserScript==\n"))
        #expect(block.contains("// @version      1.2.3\n"))
        #expect(block.contains("// @connect      127.0.0.1\n"))
        let granted = Set(block.matches(of: /@grant +GM\.(\w+)/).map { String($0.1) })
        let used = Set(script.dropFirst(block.count).matches(of: /\bGM\.(\w+)/).map { String($0.1) })
        #expect(granted == used)
        #expect(script.hasSuffix("return startUserscript(\"http://127.0.0.1:5339\");\n})();\n"))
        #expect(script.firstMatch(of: /["'][A-Za-z0-9_-]{43}["']/) == nil)
    }
}
