import Glibc
import Testing

@testable import Motion

@Suite("Widgets")
struct WidgetTests {
    private let frame = Rect(x: 0, y: 0, width: 64, height: 32)

    @Test("Every symbol of the library stays in its frame and is found by its name", arguments: Symbol.library)
    func symbols(symbol: Symbol) {
        #expect(Symbol.named(symbol.name) == symbol)
        let path = symbol.path(in: Rect(x: 10, y: 20, width: 40, height: 30))
        let points = path.flattened(tolerance: 0.01).joined()
        #expect(MeasuredPath(path).length > 30)
        #expect(points.allSatisfy { (10...50).contains($0.x) && (20...50).contains($0.y) })
    }

    @Test("A symbol can be made from any function of a frame")
    func ownSymbol() {
        let bar = Symbol(name: "bar") { frame in
            var path = Path()
            path.addLines([frame.point(0, 0.5), frame.point(1, 0.5)])
            return path
        }
        let layer = SymbolTimeline(symbol: bar, tint: .active).layers(at: 0.55, in: frame, lineWidth: 2).first
        #expect(abs((layer.map { MeasuredPath($0.visiblePath).length } ?? 0) - 32) < 1e-9)
        #expect(Symbol.named("bar") == nil)
    }

    @Test("A second stop of a ring has no effect")
    func stopping() {
        var ring = RingTimeline()
        let isFirst = ring.stop(at: 2)
        let (end, state) = (ring.end, ring.state(at: 3.1))
        let isSecond = ring.stop(at: 3)
        #expect(isFirst && !isSecond)
        #expect(ring.end == end && ring.state(at: 3.1) == state && end == 3.3)
    }

    @Test("Every property of the ring can be set")
    func ring() throws {
        var ring = RingTimeline()
        ring.angularSpeed = -.pi
        ring.startAngle = 0
        ring.startFraction = 0.25
        ring.endDuration = 2
        ring.fadeDuration = 1
        ring.lineWidth = 3
        ring.tint = .custom(RGBColor(1, 2, 3))
        ring.finalTint = .warning
        ring.shadow = ShapeLayer.Shadow(offset: Point(1, 2), opacity: 0.5)
        ring.busyImage = .pause
        ring.image = .eye
        ring.imageFraction = 0.5
        ring.padding = 2
        ring.stop(at: 4)
        let square = Rect(x: 0, y: 0, width: 24, height: 24)
        let busy = ring.layers(at: 1, in: square, lineWidth: 9)
        #expect(busy.map(\.name) == ["ring", "busy-image"] && busy[0].tint == ring.tint && busy[0].style.width == 3)
        #expect(busy[0].shadow == ring.shadow && busy[0].trim.end == 0.25)
        // A radius of (24 − 2 · 2 − 3)/2 about (12, 12), turned by −π: the begin at the right is now at the left.
        let begin = try #require(busy[0].visiblePath.contours.first?.segments.first?.begin)
        #expect((begin - Point(3.5, 12)).length < 1e-9)
        let fading = ring.layers(at: 6.5, in: square, lineWidth: 9)
        #expect(fading.map(\.name) == ["ring", "busy-image", "image"] && fading[0].tint == .warning)
        // Ease-in at its half: one image fades as the other comes.
        #expect(abs(fading[2].opacity - 0.315356812573) < 1e-6 && abs(fading[1].opacity + fading[2].opacity - 1) < 1e-9)
        #expect(ring.layers(at: 7, in: square, lineWidth: 9).map(\.name) == ["ring", "image"])
    }

    /// The group's ease-in at 0.4 s of 0.8 s shows 0.315 356 8 of it.
    @Test("A thrown copy flies its curve, turns, shrinks, throws a shadow, and is gone when it lands")
    func flight() throws {
        let timeline = ThrowTimeline()
        let (item, top, badge) = timeline.frames(in: frame, lineWidth: 2)
        #expect(abs(top.x - item.center.x - 0.35 * (badge.center.x - item.center.x)) < 1e-9 && top.y < item.center.y)
        func copy(_ time: Double) -> ShapeLayer? {
            timeline.layers(at: time, in: frame, lineWidth: 2).first { $0.name == "copy" }
        }
        let start = try #require(copy(0))
        #expect((start.transform.apply(item.center) - item.center).length < 1e-9 && start.shadow == nil)
        let middle = try #require(copy(0.4))
        let share = 0.315356812573
        let turned = middle.transform.apply(vector: Point(1, 0))
        let fit = badge.width / item.width
        #expect(abs(turned.y / turned.x - tan(.pi / 30 * share)) < 1e-6)
        #expect(abs(turned.length - (1 + (fit - 1) * share)) < 1e-6)
        // The shadow begins at 0.1 s of the group's own time and takes 0.3 s of it.
        #expect(abs((middle.shadow?.opacity ?? 0) - (share * 0.8 - 0.1) / 0.3) < 1e-6)
        // The highest point is passed at half of the eased time.
        let times = stride(from: 0, to: 0.8, by: 0.001)
        let highest = times.min { a, b in
            (copy(a)?.transform.apply(item.center).y ?? 99) < (copy(b)?.transform.apply(item.center).y ?? 99)
        }
        #expect((0.5...0.65).contains(highest ?? 0))
        let last = try #require(copy(0.799_999))
        #expect((last.transform.apply(item.center) - badge.center).length < 0.01)
        #expect(copy(0.8) == nil && copy(9) == nil)
    }

    /// 0.2 until 0.5 s, then to 1 in 0.4 s.
    @Test("The original returns after the throw", arguments: [(0, 0.2), (0.5, 0.2), (0.7, 0.6), (0.9, 1), (5, 1)])
    func original(time: Double, opacity: Double) {
        let layers = ThrowTimeline().layers(at: time, in: frame, lineWidth: 2)
        #expect(abs((layers.first { $0.name == "item" }?.opacity ?? 0) - opacity) < 1e-6)
    }

    @Test("The badge counts up when the copy has landed, and not before")
    func badge() {
        func names(_ time: Double) -> [String] {
            ThrowTimeline().layers(at: time, in: frame, lineWidth: 2).map(\.name).filter { $0.hasSuffix("-text") }
        }
        // Each frame shows one whole count.
        #expect(names(0.8) == ["old-text"] && names(0.92) == ["old-text"])
        #expect(names(0.93) == ["new-text"] && names(1.05) == ["new-text"])
        #expect(ThrowTimeline().end == 1.05)
    }

    @Test("A title is written line by line, each along its longer axis")
    func title() throws {
        let title = TitleTimeline(text: "LE")
        let whole = title.layers(at: title.end, in: frame, lineWidth: 2)
        // L has two lines, E four.
        #expect(whole.count == 6 && whole.allSatisfy { $0.trim == .whole })
        let early = title.layers(at: 0.05, in: frame, lineWidth: 2)
        #expect(early.count == 1 && (0.0..<1).contains(early[0].trim.end))
        let line = try #require(early[0].path.contours.first?.segments.first)
        #expect(line.begin.x == line.end.x && line.begin.y < line.end.y)
        #expect(title.layers(at: 0, in: frame, lineWidth: 2).isEmpty)
        #expect(
            whole.allSatisfy { layer in
                layer.path.flattened(tolerance: 0.1).joined().allSatisfy {
                    (1...63).contains($0.x) && (1...31).contains($0.y)
                }
            })
    }

    @Test("Letters, digits and signs have lines, other characters none")
    func font() {
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-" { #expect(!LineFont.lines(letter).isEmpty, "\(letter)") }
        #expect(
            LineFont.lines(" ").isEmpty && LineFont.lines("日").isEmpty
                && LineFont.lines("ß").count == LineFont.lines("S").count)
    }

    private let cube = Cube(front: 1, back: 6, left: 4, right: 3, top: 2, bottom: 5)

    @Test("A turn permutes the sides", arguments: Cube<Int>.Turn.allCases)
    func cubeTurns(turn: Cube<Int>.Turn) {
        let fronts: [Cube<Int>.Turn: [Int]] = [
            .left: [3, 6, 4, 1], .right: [4, 6, 3, 1], .up: [5, 6, 2, 1], .down: [2, 6, 5, 1],
        ]
        var turned = cube
        for front in fronts[turn] ?? [] {
            turned.turn(turn)
            #expect(turned.front == front && Set(turned.sides) == Set(1...6))
            #expect(
                turned.front + turned.back == 7 && turned.left + turned.right == 7 && turned.top + turned.bottom == 7)
        }
        #expect(turned == cube)
    }

    @Test("A turn and its opposite cancel, and left then up is not up then left")
    func cubeGroup() {
        #expect(cube.turned(.left).turned(.right) == cube && cube.turned(.up).turned(.down) == cube)
        #expect(cube.turned(.left).turned(.up) != cube.turned(.up).turned(.left))
    }

    @Test(
        "During a turn both sides share the edge between them", arguments: Cube<String>.Turn.allCases,
        [0.1, 0.25, 0.4])
    func cubeEdge(turn: Cube<String>.Turn, time: Double) throws {
        let timeline = CubeTurnTimeline(from: "1", to: "3", turn: turn)
        let square = Rect(x: 0, y: 0, width: 32, height: 32)
        let layers = timeline.layers(at: time, in: square, lineWidth: 2)
        func extent(_ name: String) throws -> ClosedRange<Double> {
            let layer = try #require(layers.first { $0.name == name })
            let points = layer.visiblePath.flattened(tolerance: 0.1).joined()
            let half = (turn == .left || turn == .right ? layer.pen.x : layer.pen.y) / 2
            let values = turn == .left || turn == .right ? points.map(\.x) : points.map(\.y)
            return (values.min() ?? 0) - half...(values.max() ?? 0) + half
        }
        let old = try extent("old-side")
        let new = try extent("new-side")
        let share = timeline.fraction(at: time)
        #expect(abs(old.upperBound - old.lowerBound - 32 * (1 - share)) < 1e-9)
        // However thin a side is, it stays on its part of the square.
        #expect(min(old.lowerBound, new.lowerBound) > -1e-9 && max(old.upperBound, new.upperBound) < 32 + 1e-9)
        let edge = turn == .left || turn == .up ? (old.upperBound, new.lowerBound) : (old.lowerBound, new.upperBound)
        #expect(abs(edge.0 - edge.1) < 1e-9)
    }

    @Test("A repeating cube is in its first state after twelve rounds")
    func cubeRounds() {
        let timeline = CubeTimeline()
        func names(_ time: Double) -> [ShapeLayer] { timeline.layers(at: time, in: frame, lineWidth: 2) }
        #expect(names(0.25) == names(48.25) && names(0.25) != names(1.25))
    }
}
