import Foundation
import Testing

@testable import PageScripts

/// The files of the browser extension, and the userscript.
@Suite struct BrowserExtensionTests {
    private static let files = BrowserExtension.files(version: "1.2.3")

    private static func text(_ path: String) throws -> String {
        String(decoding: try #require(files.first { $0.path == path }).bytes, as: UTF8.self)
    }

    @Test("Every file of js/extension is embedded, its modules as bundles, and nothing else")
    func everyFileIsEmbedded() throws {
        let bundles = try SourceTree.files(in: "generated/extension")
        let sources = try SourceTree.files(in: "extension")
        // Modules are part of the bundles. The content script is a plain script.
        let copies = sources.filter { !$0.hasSuffix(".js") || $0 == "service-page.js" }
        #expect(Set(BrowserExtension.embedded.map(\.path)) == copies.union(bundles))
        for file in BrowserExtension.embedded {
            let directory = bundles.contains(file.path) ? "generated/extension" : "extension"
            let source = SourceTree.scripts.appending(path: "\(directory)/\(file.path)")
            #expect(try Data(contentsOf: source) == Data(file.bytes), "\(file.path)")
        }
    }

    @Test("The manifest requests access to the service alone and has the given version")
    func manifest() throws {
        let object = try JSONSerialization.jsonObject(with: Data(Self.text("manifest.json").utf8))
        let manifest = try #require(object as? [String: Any])
        #expect(manifest["manifest_version"] as? Int == 3)
        #expect(manifest["version"] as? String == "1.2.3")
        #expect(manifest["host_permissions"] as? [String] == ["http://127.0.0.1/*"])
        let permissions = try #require(manifest["permissions"] as? [String])
        #expect(permissions == ["activeTab", "alarms", "contextMenus", "nativeMessaging", "scripting", "storage"])
        let background = try #require(manifest["background"] as? [String: Any])
        #expect(background["service_worker"] as? String == "background.js")
        #expect(background["scripts"] as? [String] == ["background.js"])
    }

    @Test("Every file that the extension refers to exists")
    func referencesLeadSomewhere() throws {
        let paths = Set(Self.files.map(\.path))
        #expect(paths.count == Self.files.count)
        for file in Self.files where file.path.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(text.firstMatch(of: /^import |from "\./.anchorsMatchLineEndings()) == nil, "\(file.path)")
        }
        for page in ["automatic.html", "open.html", "pair.html", "popup.html", "welcome.html"] {
            for named in try Self.text(page).matches(of: /(?:src|href)="([^"]+)"/) {
                #expect(paths.contains(String(named.1)), "\(page): \(named.1)")
            }
        }
        let manifest = try Self.text("manifest.json")
        for named in manifest.matches(of: /"([\w\/-]+\.(?:js|html|png))"/) {
            #expect(paths.contains(String(named.1)), "\(named.1)")
        }
        let scripts = try Self.text("background.js").matches(of: /files: \["([^"]+)"\]/)
        #expect(scripts.count == 6)
        for named in scripts { #expect(paths.contains(String(named.1)), "\(named.1)") }
    }

    @Test(
        "Text from pages never becomes markup, and nothing is evaluated",
        arguments: files.map(\.path).filter { $0.hasSuffix(".js") })
    func nothingIsMarkup(path: String) throws {
        let script = try Self.text(path)
        for reach in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            #expect(!script.contains(reach), "\(reach)")
        }
    }

    @Test("The userscript contains its service, requests only the rights it uses, and contains no token")
    func userscript() throws {
        let script = PageScripts.userscript(service: "http://127.0.0.1:5339", version: "1.2.3")
        let block = try #require(script.split(separator: "// ==/UserScript==").first)
        #expect(block.hasPrefix("// ==UserScript==\n"))
        #expect(block.contains("// @version      1.2.3\n"))
        #expect(block.contains("// @connect      127.0.0.1\n"))
        let granted = Set(block.matches(of: /@grant +GM\.(\w+)/).map { String($0.1) })
        let used = Set(script.dropFirst(block.count).matches(of: /\bGM\.(\w+)/).map { String($0.1) })
        #expect(granted == used)
        #expect(script.hasSuffix(".startUserscript(\"http://127.0.0.1:5339\");\n"))
        #expect(script.firstMatch(of: /["'][A-Za-z0-9_-]{43}["']/) == nil)
    }
}
