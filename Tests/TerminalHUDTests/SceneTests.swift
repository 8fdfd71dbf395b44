import Foundation
import TerminalHUD
import Testing

@Suite("Scenes")
struct SceneTests {
    struct Frame: Sendable, CustomTestStringConvertible {
        var scene: String
        var milliseconds: Int
        var columns = 12
        var rows = 6
        var glyphs = GlyphSet.braille

        var testDescription: String {
            "\(scene.replacing(":", with: "-"))-\(milliseconds)-\(columns)x\(rows)-\(glyphs.rawValue)"
        }
    }

    static let frames = [
        Frame(scene: "symbol:checkmark", milliseconds: 300), Frame(scene: "symbol:checkmark", milliseconds: 550),
        Frame(scene: "symbol:checkmark", milliseconds: 800), Frame(scene: "symbol:cross", milliseconds: 800),
        Frame(scene: "busy", milliseconds: 0), Frame(scene: "busy", milliseconds: 100),
        Frame(scene: "busy", milliseconds: 3500), Frame(scene: "busy", milliseconds: 4150),
        Frame(scene: "busy", milliseconds: 4300), Frame(scene: "busy", milliseconds: 4300, columns: 8, rows: 4),
        Frame(scene: "busy", milliseconds: 4300, columns: 16, rows: 8, glyphs: .ascii),
        Frame(scene: "busy", milliseconds: 4300, columns: 16, rows: 8, glyphs: .half),
        Frame(scene: "busy", milliseconds: 4300, columns: 16, rows: 8, glyphs: .sextant),
        Frame(scene: "square", milliseconds: 0), Frame(scene: "square", milliseconds: 500),
        Frame(scene: "progress", milliseconds: 1000, columns: 20, rows: 1),
    ]

    @Test("A frame is the recorded picture", arguments: frames)
    func golden(frame: Frame) throws {
        let scene = try #require(HUDScene.named(frame.scene))
        let lines = scene.frame(
            at: .milliseconds(frame.milliseconds), columns: frame.columns, rows: frame.rows, glyphs: frame.glyphs)
        let text = lines.joined(separator: "\n") + "\n"
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/scenes/\(frame.testDescription).txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(text == recorded)
    }

    @Test("Every scene has a frame of the requested size at any time", arguments: HUDScene.names, GlyphSet.allCases)
    func sizes(name: String, glyphs: GlyphSet) throws {
        let scene = try #require(HUDScene.named(name))
        for (columns, rows) in [(1, 1), (7, 2), (3, 9), (0, 0)] {
            for time in [Duration.seconds(-1), .zero, .milliseconds(700), .seconds(1_000_000)] {
                let lines = scene.frame(at: time, columns: columns, rows: rows, glyphs: glyphs)
                #expect(lines.count == rows)
                #expect(lines.allSatisfy { $0.count == columns })
            }
        }
    }

    @Test("The ring turns once in a second, the square in two")
    func rounds() throws {
        let busy = try #require(HUDScene.named("busy"))
        let square = try #require(HUDScene.named("square"))
        func picture(_ scene: HUDScene, _ time: Duration) -> [String] {
            scene.frame(at: time, columns: 12, rows: 6, glyphs: .braille)
        }
        #expect(picture(busy, .milliseconds(125)) == picture(busy, .milliseconds(1125)))
        #expect(picture(busy, .milliseconds(125)) != picture(busy, .milliseconds(625)))
        #expect(picture(square, .milliseconds(250)) == picture(square, .milliseconds(2250)))
        #expect(picture(square, .milliseconds(250)) != picture(square, .milliseconds(1250)))
    }

    @Test("A bar fills in the given time")
    func duration() throws {
        let scene = try #require(HUDScene.named("progress", duration: .seconds(10)))
        #expect(scene.frame(at: .seconds(5), columns: 4, rows: 1, glyphs: .half) == ["██▄▄"])
        #expect(scene.frame(at: .seconds(10), columns: 4, rows: 1, glyphs: .half) == ["████"])
    }

    @Test("An unknown name has no scene", arguments: ["", "symbol:", "symbol:tick", "Busy"])
    func unknown(name: String) {
        #expect(HUDScene.named(name) == nil)
    }
}
