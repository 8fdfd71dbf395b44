import Foundation
import Testing

@testable import Motion
@testable import PageScripts

/// The symbols and the ring of the web page, the extension and the userscript.
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

    @Test("The ring that closes after a capture is that of the status display")
    func ringIsMotions() throws {
        let file = SourceTree.scripts.appending(path: "shared/ring.js")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Self.ring().write(to: file, atomically: true, encoding: .utf8)
        } else {
            let recorded = try String(contentsOf: file, encoding: .utf8)
            #expect(recorded == Self.ring(), "record js/shared/ring.js with RECORD=1, then run `make scripts`")
        }
    }

    /// Returns the module with the frames of a ring that has just been stopped, in the units of the symbols.
    private static func ring() -> String {
        var ring = RingTimeline()
        ring.stop(at: 0)
        let interval = 0.05
        let count = Int(((ring.end ?? 0) / interval).rounded())
        let frames = (0...count).map { index in
            let state = ring.state(at: Double(index) * interval)
            return "[\(numbers([state.rotation, state.strokeEnd, state.image]))]"
        }
        let rows = stride(from: 0, to: frames.count, by: 4).map { start in
            "        \(frames[start..<min(start + 4, frames.count)].joined(separator: ", ")),"
        }
        let circle = ring.circle(in: MotionDocument.frame, lineWidth: MotionDocument.lineWidth)
        let curves = circle.svgData.split(separator: "C").map(String.init)
        let image = ring.imageFrame(in: MotionDocument.frame)
        return """
            // The busy ring of the status display after its work has succeeded: it closes while it turns, then a check
            // mark appears in it. Generated from Motion's: RECORD=1 swift test --filter SymbolsTests

            export const RING = {
                // The frame of the ring and the frame of the check mark: x, y, width and height.
                frame: [\(numbers(MotionDocument.frame))], image: [\(numbers(image))],
                d: '\(curves.prefix(3).joined(separator: "C"))'
                    + '\(curves.dropFirst(3).map { "C" + $0 }.joined())',
                length: \(SVGNumber.text(MeasuredPath(circle).length)),
                strokeWidth: \(SVGNumber.text(MotionDocument.lineWidth)),
                // The time between two frames, in ms.
                interval: \(SVGNumber.text(interval * 1000)),
                // The rotation in radians, the stroked part of the ring, and the opacity of the check mark.
                frames: [
            \(rows.joined(separator: "\n"))
                ],
            };

            """
    }

    private static func numbers(_ values: [Double]) -> String {
        values.map { SVGNumber.text($0) }.joined(separator: ", ")
    }

    private static func numbers(_ frame: Rect) -> String {
        numbers([frame.x, frame.y, frame.width, frame.height])
    }

    private static func constant(_ name: String, _ symbol: Symbol) -> String {
        "export const \(name) = '\(symbol.path(in: MotionDocument.symbolFrame).svgData)';"
    }
}
