import Foundation
import Motion
import Testing

@testable import PageScripts

/// The symbols of the web page, the extension and the userscript.
@Suite struct SymbolsTests {
    private static let file = SourceTree.scripts.appending(path: "shared/symbols.js")

    @Test("The symbols are those of the status display")
    func symbolsAreMotions() throws {
        let text = """
            // The paths of the status display's symbols, in a frame of 88 by 88. Generated from Motion's:
            // RECORD=1 swift test --filter SymbolsTests

            \(Self.constant("CHECK_MARK", .checkmark))
            \(Self.constant("CROSS", .cross))

            """
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        } else {
            #expect(PageScripts.symbols == text, "record js/shared/symbols.js with RECORD=1, then run `make scripts`")
        }
    }

    @Test("The generated scripts contain the same paths as the module", arguments: [Symbol.checkmark, .cross])
    func generatedScriptsFollowTheModule(symbol: Symbol) {
        let path = symbol.path(in: MotionDocument.symbolFrame).svgData
        #expect(EmbeddedScript.userscript.expression.contains("\"\(path)\""))
        let popup = BrowserExtension.files(version: "1").first { $0.path == "popup.js" }
        #expect(popup.map { String(decoding: $0.bytes, as: UTF8.self).contains("\"\(path)\"") } == true)
    }

    private static func constant(_ name: String, _ symbol: Symbol) -> String {
        "export const \(name) = '\(symbol.path(in: MotionDocument.symbolFrame).svgData)';"
    }
}
