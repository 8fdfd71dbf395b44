import JSON

/// An animation for the Web Animations API, with linear keyframes and a single timing function.
struct WebAnimation: Sendable {
    /// The animated property.
    var property: String
    /// The start, duration and repetition.
    var timing: MediaTiming
    /// The timing function.
    var function: TimingFunction
    /// The values, each with its offset from 0 to 1.
    var keyframes: [(offset: Double, value: Double)]

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
