import Syntax

/// The paths and timings of the widgets as JSON, for renderers outside the terminal such as the web page.
///
/// All values come from the timelines. Times are in milliseconds, angles in radians. The style of an element describes
/// its final state, which an animation overrides while it runs.
package struct MotionDocument: Sendable {
    /// The symbols to include.
    private var symbols = Symbol.library
    /// The timing with which each symbol is drawn.
    private var drawing = SymbolTimeline(symbol: .checkmark, tint: .success)
    /// The busy ring.
    private var ring = RingTimeline()
    /// The indeterminate square.
    private var square = SquareTimeline()
    /// The flight of an item to a badge.
    private var flight = ThrowTimeline()
    /// The animation of the title.
    package var title = TitleTimeline()

    /// The frame of a symbol, in the units of all paths.
    static let symbolFrame = Rect(x: 0, y: 0, width: 88, height: 88)
    /// The frame of a ring or square including its stroke, and of a symbol including its stroke.
    package static let frame = Rect(x: -8, y: -8, width: 104, height: 104)
    /// The width of strokes, which is a twelfth of the frame.
    static let lineWidth = 104.0 / 12
    /// The frame of the title including its strokes.
    static let titleFrame = Rect(x: 0, y: 0, width: 420, height: 88)

    /// Creates a document of the widgets with their default settings.
    package init() {}

    /// The JSON text.
    ///
    /// The same widgets give the same bytes.
    package var text: String {
        let value: JSONValue = [
            "version": .rounded(1), "viewBox": Self.json(Self.frame), "strokeWidth": .rounded(Self.lineWidth),
            "symbols": .object(Dictionary(symbols.map { ($0.name, symbol($0)) }) { first, _ in first }),
            "busy": busy, "square": running, "throw": thrown, "turn": Self.json(turn), "title": written,
        ]
        return String(decoding: value.encoded(), as: UTF8.self) + "\n"
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
                "d": .string(contour.svgData), "length": .rounded(length), "from": .rounded(begin / whole),
                "to": .rounded(reached / whole),
            ]
        }
        return [
            "d": .string(path.svgData), "length": .rounded(whole), "strokes": .array(strokes),
            "draw": WebAnimation("strokeEnd", drawing.drawing).json,
        ]
    }

    private var busy: JSONValue {
        let circle = ring.circle(in: Self.frame, lineWidth: ring.lineWidth ?? Self.lineWidth)
        let center = Self.frame.center
        return [
            "d": .string(circle.svgData), "length": .rounded(MeasuredPath(circle).length),
            "center": .array([.rounded(center.x), .rounded(center.y)]), "strokeEnd": .rounded(ring.startFraction),
            "turn": WebAnimation("rotation", ring.turning).json,
            "close": WebAnimation("strokeEnd", ring.closing).json,
            "image": [
                "frame": Self.json(ring.imageFrame(in: Self.frame)),
                "fade": WebAnimation("opacity", ring.imageAppearance).json,
            ],
            "end": .rounded((ring.endDuration + ring.fadeDuration) * 1000),
        ]
    }

    private var running: JSONValue {
        let path = SquareTimeline.path(in: Self.frame.inset(by: Self.lineWidth / 2))
        return [
            "d": .string(path.svgData), "length": .rounded(MeasuredPath(path).length),
            "strokeLength": .rounded(square.visibleFraction),
            "run": WebAnimation("strokeOffset", square.running).json,
        ]
    }

    private var thrown: JSONValue {
        [
            "symbol": .string(flight.symbol.name), "rise": .rounded(ThrowTimeline.freeRise),
            "flight": .array(flightAnimations.map(\.json)),
            "source": WebAnimation("opacity", flight.returning).json,
            "landing": .rounded(flight.duration * 1000), "count": Self.json(flight.counting),
        ]
    }

    /// The animations of a flight, independent of its points.
    ///
    /// The path of a flight is a linear combination of its points. A flight between points with coordinates 0 and 1
    /// therefore yields the coefficients.
    private var flightAnimations: [WebAnimation] {
        let path = flight.flight(
            from: .zero, over: Point(flight.topFraction, 0), to: Point(1, 1), fit: 0, angle: flight.tilt)
        let rise = flight.flight(from: .zero, over: Point(0, 1), to: .zero, fit: 0, angle: 0)
        var emitted: [WebAnimation] = []
        for animation in path.animations {
            switch animation {
            case .point(.position, let position):
                emitted.append(WebAnimation("across", position, in: path, number: \.x))
                emitted.append(WebAnimation("down", position, in: path, number: \.y))
            case .point(let key, let point):
                emitted.append(WebAnimation(key.rawValue, point, in: path, number: \.x))
            case .number(let key, let number):
                emitted.append(WebAnimation(key.rawValue, number, in: path) { $0 })
            case .group: continue
            }
        }
        for case .point(.position, let position) in rise.animations {
            emitted.append(WebAnimation("up", position, in: rise, number: \.y))
        }
        return emitted
    }

    private var turn: CubeTurnTimeline { CubeTurnTimeline(from: "", to: "", turn: .up) }

    private static func json(_ turn: CubeTurnTimeline) -> JSONValue {
        let new = turn.unfolding
        let old = Animation<Double>(from: 1, to: 0, timing: new.timing, function: new.function)
        return [
            "duration": .rounded(turn.duration * 1000), "easing": .string(new.function.css),
            "old": WebAnimation("scaleAlong", old).json, "new": WebAnimation("scaleAlong", new).json,
        ]
    }

    private var written: JSONValue {
        let lines = title.lines(in: Self.titleFrame, lineWidth: Self.lineWidth).map { line -> JSONValue in
            [
                "d": .string(line.path.svgData), "length": .rounded(MeasuredPath(line.path).length),
                "draw": WebAnimation("strokeEnd", line.growth).json,
            ]
        }
        return [
            "text": .string(title.text), "viewBox": Self.json(Self.titleFrame), "strokeWidth": .rounded(Self.lineWidth),
            "lines": .array(lines),
        ]
    }

    private static func json(_ frame: Rect) -> JSONValue {
        .array([frame.x, frame.y, frame.width, frame.height].map { .rounded($0) })
    }
}

/// An animation for the Web Animations API, with linear keyframes and a single timing function.
struct WebAnimation: Sendable {
    /// The animated property.
    private var property: String
    /// The start, duration and repetition.
    private var timing: MediaTiming
    /// The timing function.
    private var function: TimingFunction
    /// The values, each with its offset from 0 to 1.
    private var keyframes: [(offset: Double, value: Double)]

    /// Creates an animation from an animation of a number.
    init(_ property: String, _ animation: Animation<Double>) {
        self.property = property
        timing = animation.timing
        function = animation.function
        keyframes = Self.keyframes(of: animation) { $0 }
    }

    /// Creates an animation from a part of an animation in a group.
    ///
    /// The result has the timing of the group.
    ///
    /// - Parameters:
    ///   - property: The animated property.
    ///   - animation: An animation whose timing function is linear.
    ///   - group: The group that the animation belongs to.
    ///   - number: Returns the animated number from a value of the animation.
    init<Value: Animatable>(
        _ property: String, _ animation: Animation<Value>, in group: AnimationGroup, number: (Value) -> Double
    ) {
        self.property = property
        timing = group.timing
        function = group.function
        let (own, whole) = (animation.timing, max(group.timing.duration, 1e-9))
        keyframes = Self.keyframes(of: animation, number).map { keyframe in
            ((own.begin + keyframe.offset * own.duration) / whole, keyframe.value)
        }
        // Fill modes extend the first and the last value over the whole group.
        if let first = keyframes.first, first.offset > 0 { keyframes.insert((0, first.value), at: 0) }
        if let last = keyframes.last, last.offset < 1 { keyframes.append((1, last.value)) }
    }

    /// The animation in JSON; times are in milliseconds, angles in radians.
    var json: JSONValue {
        [
            "property": .string(property), "delay": .rounded(timing.begin * 1000),
            "duration": .rounded(timing.duration * 1000),
            "iterations": timing.repeatCount < .infinity ? .rounded(timing.repeatCount) : .null,
            "easing": .string(function.css),
            "fill": .string(timing.fill.contains(.backwards) ? "backwards" : "none"),
            "keyframes": .array(
                keyframes.map { ["offset": .rounded($0.offset), "value": .rounded($0.value)] }),
        ]
    }

    /// The number of intervals at which a curve is sampled.
    private static let pieces = 96
    private static let tolerance = 0.002

    private static func keyframes<Value: Animatable>(
        of animation: Animation<Value>, _ number: (Value) -> Double
    ) -> [(offset: Double, value: Double)] {
        let value: (Double) -> Value
        switch animation.interpolation {
        case .basic(let from, let to): return [(0, number(from)), (1, number(to))]
        case .keyframes(let frames): value = { frames.value(at: $0) }
        case .spring(let spring): value = { spring.value(at: $0 * animation.timing.duration) }
        }
        let curve = (0...pieces).map { number(value(Double($0) / Double(pieces))) }
        var kept = [0]
        while let begin = kept.last, begin < pieces {
            // The last sample that one line can reach. Curves are short, so every sample can be tried.
            kept.append((begin + 2...max(pieces, begin + 2)).prefix { isLine(begin, $0, curve) }.last ?? begin + 1)
        }
        return kept.map { (Double($0) / Double(pieces), curve[$0]) }
    }

    private static func isLine(_ begin: Int, _ end: Int, _ curve: [Double]) -> Bool {
        guard end < curve.count else { return false }
        return (begin + 1..<end).allSatisfy { index in
            let share = Double(index - begin) / Double(end - begin)
            return abs(curve[begin] + (curve[end] - curve[begin]) * share - curve[index]) <= tolerance
        }
    }
}

extension TimingFunction {
    /// The function in CSS notation (CSS Easing Functions, section 2).
    package var css: String {
        if self == .linear { return "linear" }
        let (first, second) = controls
        let numbers = [first.x, first.y, second.x, second.y].map { SVGNumber.text($0, digits: 4) }
        return "cubic-bezier(\(numbers.joined(separator: ",")))"
    }
}

extension JSONValue {
    /// Creates a number rounded to four decimal places, which is more precise than any screen.
    static func rounded(_ number: Double) -> JSONValue { .number((number * 10_000).rounded() / 10_000) }
}
