import Foundation
import Testing

@testable import Motion

@Suite("Widgets as JSON")
struct EmissionTests {
    private struct Stroke: Decodable {
        var d: String
        var length: Double
        var from: Double
        var to: Double
    }
    private struct Sign: Decodable {
        var d: String
        var length: Double
        var strokes: [Stroke]
        var draw: BrowserAnimation
    }
    private struct Busy: Decodable {
        struct Image: Decodable {
            var frame: [Double]
            var fade: BrowserAnimation
        }
        var d: String
        var length: Double
        var center: [Double]
        var strokeEnd: Double
        var turn: BrowserAnimation
        var close: BrowserAnimation
        var image: Image
        var end: Double
    }
    private struct Running: Decodable {
        var d: String
        var length: Double
        var strokeLength: Double
        var run: BrowserAnimation
    }
    private struct Turn: Decodable {
        var duration: Double
        var easing: String
        var old: BrowserAnimation
        var new: BrowserAnimation
    }
    private struct Thrown: Decodable {
        var symbol: String
        var rise: Double
        var flight: [BrowserAnimation]
        var source: BrowserAnimation
        var landing: Double
        var count: Turn
    }
    private struct Title: Decodable {
        struct Line: Decodable {
            var d: String
            var length: Double
            var draw: BrowserAnimation
        }
        var text: String
        var viewBox: [Double]
        var strokeWidth: Double
        var lines: [Line]
    }
    private struct Document: Decodable {
        var version: Int
        var viewBox: [Double]
        var strokeWidth: Double
        var symbols: [String: Sign]
        var busy: Busy
        var square: Running
        var `throw`: Thrown
        var turn: Turn
        var title: Title
    }

    private let document: Document

    init() throws {
        document = try JSONDecoder().decode(Document.self, from: Data(MotionDocument().text.utf8))
    }

    /// Every hundredth of a second, and instants at, just before and just after the corners of the timelines.
    private static let instants = (0...500).map { Double($0) / 100 } + [0.3, 0.299, 0.301, 0.8, 0.799, 0.801, 4.0, 4.3]

    @Test("The document is the recorded one, byte for byte, and small")
    func bytes() throws {
        let text = MotionDocument().text
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/motion.json")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(text.utf8.count < 17_000)
        #expect(document.version == 1)
        #expect(document.viewBox == [-8, -8, 104, 104])
        #expect(abs(document.strokeWidth - MotionDocument.lineWidth) < 1e-4)
    }

    @Test("A symbol's strokes form its path and grow with the timeline", arguments: Symbol.library)
    func symbols(symbol: Symbol) throws {
        let sign = try #require(document.symbols[symbol.name])
        let path = symbol.path(in: MotionDocument.symbolFrame)
        let length = MeasuredPath(path).length
        #expect(abs(sign.length - length) < 1e-3)
        #expect(sign.strokes.count == path.contours.count)
        #expect(sign.strokes.map(\.d).joined() == sign.d)
        for (stroke, contour) in zip(sign.strokes, path.contours) {
            let drawn = MeasuredPath(try SVGReader.path(stroke.d))
            let own = MeasuredPath(Path(contours: [contour]))
            #expect(abs(stroke.length - own.length) < 1e-3)
            for fraction in [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1] {
                let (a, b) = try (
                    #require(drawn.point(atFraction: fraction)), #require(own.point(atFraction: fraction))
                )
                #expect((a - b).length < 0.02, "\(fraction)")
            }
        }
        let timeline = SymbolTimeline(symbol: symbol, tint: .active)
        for time in Self.instants {
            let shape = try #require(
                timeline.layers(at: time, in: MotionDocument.symbolFrame, lineWidth: 1).first)
            let visible = MeasuredPath(shape.visiblePath).length
            let shown = sign.strokes.reduce(0) {
                $0 + $1.length * sign.draw.share(from: $1.from, to: $1.to, at: time * 1000)
            }
            #expect(abs(visible - shown) < length * 1e-3, "at \(time)")
        }
    }

    @Test("The ring turns, closes and shows its image like the timeline", arguments: [0.0, 0.35, 3])
    func ring(stop: Double) throws {
        var ring = RingTimeline()
        ring.stop(at: stop)
        let frame = MotionDocument.frame
        let busy = document.busy
        #expect(abs(busy.end - ((ring.end ?? 0) - stop) * 1000) < 1e-6)
        for time in Self.instants {
            let layers = ring.layers(at: time, in: frame, lineWidth: MotionDocument.lineWidth)
            let shape = try #require(layers.first { $0.name == "ring" })
            let end = time < stop ? busy.strokeEnd : busy.close.value(at: (time - stop) * 1000) ?? 1
            #expect(abs(shape.trim.end - end) < 1e-3, "at \(time)")
            // Until it rests it turns, about the same point.
            let turned = try #require(busy.turn.value(at: min(time, stop + busy.end / 1000) * 1000))
            let top = try #require(shape.visiblePath.contours.first?.segments.first?.begin)
            let angle = -Double.pi / 2 + turned
            let radius = try #require(try SVGReader.path(busy.d).contours.first?.segments.first?.begin.y)
            let expected = Point(
                busy.center[0] + (busy.center[1] - radius) * cos(angle),
                busy.center[1] + (busy.center[1] - radius) * sin(angle))
            #expect((top - expected).length < 0.02, "at \(time)")
            let image = layers.first { $0.name == "image" }
            let opacity = time < stop ? 0 : busy.image.fade.value(at: (time - stop) * 1000) ?? 1
            #expect(abs((image?.opacity ?? 0) - opacity) < 1e-3, "at \(time)")
            guard let image else { continue }
            let sign = try #require(document.symbols["checkmark"])
            let scale = busy.image.frame[2] / 88
            let placed = try SVGReader.path(sign.d).transformed(
                by: .scale(scale, scale).then(.translation(busy.image.frame[0], busy.image.frame[1])))
            let (a, b) = (MeasuredPath(placed), MeasuredPath(image.path))
            for fraction in [0, 0.5, 1] {
                let (a, b) = try (#require(a.point(atFraction: fraction)), #require(b.point(atFraction: fraction)))
                #expect((a - b).length < 0.01)
            }
        }
        #expect(abs(busy.length - MeasuredPath(try SVGReader.path(busy.d)).length) < busy.length * 1e-3)
    }

    @Test("The square's stroke moves like the timeline")
    func square() throws {
        let timeline = SquareTimeline()
        #expect(document.square.strokeLength == timeline.visibleFraction)
        let inner = MotionDocument.frame.inset(by: MotionDocument.lineWidth / 2)
        let drawn = try SVGReader.path(document.square.d)
        #expect(drawn.contours.first?.isClosed == true)
        let (a, b) = (MeasuredPath(drawn), MeasuredPath(SquareTimeline.path(in: inner)))
        #expect(abs(a.length - b.length) < 0.01 && abs(document.square.length - b.length) < 1e-3)
        for time in Self.instants {
            let trim = timeline.trim(at: time)
            let start = try #require(document.square.run.value(at: time * 1000))
            let apart = abs(trim.start + trim.offset - start)
            #expect(min(apart, abs(apart - 1)) < 1e-4, "at \(time)")
        }
    }

    @Test(
        "A throw flies like the timeline",
        arguments: [Rect(x: 0, y: 0, width: 160, height: 80), Rect(x: 3, y: 5, width: 90, height: 120)])
    func flight(frame: Rect) throws {
        let timeline = ThrowTimeline()
        let (item, top, badge) = timeline.frames(in: frame, lineWidth: 2)
        let start = item.center
        let rise = start.y - top.y
        let fit = min(1, badge.width / item.width)
        func value(_ property: String, _ time: Double) throws -> Double {
            let animation = try #require(document.throw.flight.first { $0.property == property })
            return try #require(animation.value(at: time * 1000))
        }
        #expect(document.throw.symbol == timeline.symbol.name && document.throw.rise == 100)
        #expect(document.throw.landing == timeline.duration * 1000)
        for time in Self.instants where time < 0.8 {
            let layers = timeline.layers(at: time, in: frame, lineWidth: 2)
            let copy = try #require(layers.first { $0.name == "copy" })
            let center = copy.transform.apply(start)
            let expected = Point(
                start.x + (badge.center.x - start.x) * (try value("across", time)),
                start.y + (badge.center.y - start.y) * (try value("down", time)) - rise * (try value("up", time)))
            #expect((center - expected).length < frame.height / 300, "at \(time)")
            let across = Point(copy.transform.a, copy.transform.b)
            #expect(abs(across.length - (fit + (1 - fit) * (try value("scale", time)))) < 1e-3, "at \(time)")
            #expect(abs(atan2(across.y, across.x) - (try value("rotation", time))) < 1e-3, "at \(time)")
            #expect(abs((copy.shadow?.opacity ?? 0) - (try value("shadowOpacity", time))) < 2e-3, "at \(time)")
        }
        for time in Self.instants {
            let layers = timeline.layers(at: time, in: frame, lineWidth: 2)
            let item = try #require(layers.first { $0.name == "item" })
            #expect(abs(item.opacity - (document.throw.source.value(at: time * 1000) ?? 1)) < 1e-3, "at \(time)")
            #expect(layers.contains { $0.name == "copy" } == (time < document.throw.landing / 1000))
            let count = document.throw.count
            let turned = timeline.counting.fraction(at: time)
            #expect(abs((count.new.value(at: time * 1000) ?? 1) - turned) < 1e-3, "at \(time)")
            #expect(abs((count.old.value(at: time * 1000) ?? 0) - (1 - turned)) < 1e-3, "at \(time)")
        }
    }

    @Test("The sides of the cube turn like the timeline")
    func turn() {
        let timeline = CubeTurnTimeline(from: "1", to: "2", turn: .up)
        #expect(document.turn.duration == timeline.duration * 1000)
        #expect(document.turn.easing == document.turn.new.easing)
        for time in Self.instants {
            #expect(abs((document.turn.new.value(at: time * 1000) ?? 1) - timeline.fraction(at: time)) < 1e-3)
            #expect(abs((document.turn.old.value(at: time * 1000) ?? 0) - (1 - timeline.fraction(at: time))) < 1e-3)
        }
    }

    @Test("The title's lines grow like the timeline")
    func title() throws {
        let timeline = TitleTimeline()
        #expect(document.title.text == timeline.text)
        for time in Self.instants {
            let layers = timeline.layers(at: time, in: MotionDocument.titleFrame, lineWidth: MotionDocument.lineWidth)
            for (index, line) in document.title.lines.enumerated() {
                let shape = layers.first { $0.name == "line-\(index)" }
                let reached = line.draw.value(at: time * 1000) ?? 1
                #expect(abs((shape?.trim.end ?? 0) - reached) < 1e-3, "line \(index) at \(time)")
                guard let shape else { continue }
                let drawn = try SVGReader.path(line.d)
                #expect(abs(MeasuredPath(drawn).length - MeasuredPath(shape.path).length) < 2e-3)
            }
        }
    }
}
