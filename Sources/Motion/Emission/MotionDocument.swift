/// The widgets' paths and timings as JSON, for what draws them outside the terminal.
///
/// Everything comes from the timelines themselves. Times are in milliseconds, angles in radians, and an element's own style
/// is how it ends: an animation only covers it while it runs.
package struct MotionDocument: Sendable {
    /// The symbols that are told.
    package var symbols = Symbol.library
    /// The symbol that draws itself; each takes its time.
    package var drawing = SymbolTimeline(symbol: .checkmark, tint: .success)
    /// The ring.
    package var ring = RingTimeline()
    /// The square.
    package var square = SquareTimeline()
    /// The throw.
    package var flight = ThrowTimeline()
    /// The title.
    package var title = TitleTimeline()

    /// What a symbol fills, in the units of all paths.
    package static let symbolFrame = Rect(x: 0, y: 0, width: 88, height: 88)
    /// What a ring or square fills, strokes included, and what a symbol and its stroke stay in.
    package static let frame = Rect(x: -8, y: -8, width: 104, height: 104)
    /// The stroke's width: the reference one, a twelfth of the frame.
    package static let lineWidth = 104.0 / 12
    /// What the title fills, strokes included.
    package static let titleFrame = Rect(x: 0, y: 0, width: 420, height: 88)

    /// Makes the document of the widgets as they are where nothing is said.
    package init() {}

    /// The JSON text; the same widgets give the same bytes.
    package var text: String {
        let value: JSONValue = [
            "version": .number(1), "viewBox": Self.json(Self.frame), "strokeWidth": .number(Self.lineWidth),
            "symbols": .object(symbols.map { (name: $0.name, value: symbol($0)) }),
            "busy": busy, "square": running, "throw": thrown, "turn": Self.json(turn), "title": written,
        ]
        return value.text + "\n"
    }

    private func symbol(_ symbol: Symbol) -> JSONValue {
        let path = symbol.path(in: Self.symbolFrame)
        let lengths = path.contours.map { MeasuredPath(Path(contours: [$0])).length }
        let whole = lengths.reduce(0, +)
        var reached = 0.0
        let strokes = zip(path.contours, lengths).map { contour, length -> JSONValue in
            let begin = reached
            reached += length
            return [
                "d": .text(contour.svgData), "length": .number(length), "from": .number(begin / whole),
                "to": .number(reached / whole),
            ]
        }
        return [
            "d": .text(path.svgData), "length": .number(whole), "strokes": .list(strokes),
            "draw": EmittedAnimation("strokeEnd", drawing.drawing).json,
        ]
    }

    private var busy: JSONValue {
        let circle = ring.circle(in: Self.frame, lineWidth: ring.lineWidth ?? Self.lineWidth)
        let center = Self.frame.center
        return [
            "d": .text(circle.svgData), "length": .number(MeasuredPath(circle).length),
            "center": .list([.number(center.x), .number(center.y)]), "strokeEnd": .number(ring.startFraction),
            "turn": EmittedAnimation("rotation", ring.turning).json,
            "close": EmittedAnimation("strokeEnd", ring.closing).json,
            "image": [
                "frame": Self.json(ring.imageFrame(in: Self.frame)),
                "fade": EmittedAnimation("opacity", ring.imageComing).json,
            ],
            "end": .number((ring.endDuration + ring.fadeDuration) * 1000),
        ]
    }

    private var running: JSONValue {
        let path = SquareTimeline.path(in: Self.frame.inset(by: Self.lineWidth / 2))
        return [
            "d": .text(path.svgData), "length": .number(MeasuredPath(path).length),
            "strokeLength": .number(square.visibleFraction),
            "run": EmittedAnimation("strokeOffset", square.running).json,
        ]
    }

    private var thrown: JSONValue {
        [
            "symbol": .text(flight.symbol.name), "rise": .number(ThrowTimeline.freeRise),
            "flight": .list(flightAnimations.map(\.json)),
            "source": EmittedAnimation("opacity", flight.returning).json,
            "landing": .number(flight.duration * 1000), "count": Self.json(flight.counting),
        ]
    }

    /// The flight taken apart: its way is a sum of multiples of where its points are, so one flight between points of 0
    /// and 1 says how much of each there is.
    private var flightAnimations: [EmittedAnimation] {
        let ways = flight.flight(
            from: .zero, over: Point(flight.topFraction, 0), to: Point(1, 1), fit: 0, angle: flight.tilt)
        let rise = flight.flight(from: .zero, over: Point(0, 1), to: .zero, fit: 0, angle: 0)
        var emitted: [EmittedAnimation] = []
        for animation in ways.animations {
            switch animation {
            case .point(.position, let way):
                emitted.append(EmittedAnimation("across", way, in: ways, number: \.x))
                emitted.append(EmittedAnimation("down", way, in: ways, number: \.y))
            case .point(let key, let point):
                emitted.append(EmittedAnimation(key.rawValue, point, in: ways, number: \.x))
            case .number(let key, let number):
                emitted.append(EmittedAnimation(key.rawValue, number, in: ways) { $0 })
            case .group: continue
            }
        }
        for case .point(.position, let way) in rise.animations {
            emitted.append(EmittedAnimation("up", way, in: rise, number: \.y))
        }
        return emitted
    }

    private var turn: CubeTurnTimeline { CubeTurnTimeline(from: "", to: "", turn: .up) }

    private static func json(_ turn: CubeTurnTimeline) -> JSONValue {
        let new = turn.unfolding
        let old = Animation<Double>(from: 1, to: 0, timing: new.timing, function: new.function)
        return [
            "duration": .number(turn.duration * 1000), "easing": .text(new.function.css),
            "old": EmittedAnimation("scaleAlong", old).json, "new": EmittedAnimation("scaleAlong", new).json,
        ]
    }

    private var written: JSONValue {
        let lines = title.lines(in: Self.titleFrame, lineWidth: Self.lineWidth).map { line -> JSONValue in
            [
                "d": .text(line.path.svgData), "length": .number(MeasuredPath(line.path).length),
                "draw": EmittedAnimation("strokeEnd", line.growth).json,
            ]
        }
        return [
            "text": .text(title.text), "viewBox": Self.json(Self.titleFrame), "strokeWidth": .number(Self.lineWidth),
            "lines": .list(lines),
        ]
    }

    private static func json(_ frame: Rect) -> JSONValue {
        .list([frame.x, frame.y, frame.width, frame.height].map { .number($0) })
    }
}
