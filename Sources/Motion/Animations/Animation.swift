/// A change of one value over time, modelled on Core Animation's `CABasicAnimation`, `CAKeyframeAnimation` and
/// `CASpringAnimation`.
package struct Animation<Value: Animatable>: Sendable, Hashable {
    /// The way in which the value changes during one run.
    enum Interpolation: Sendable, Hashable {
        /// From one value to another.
        case basic(from: Value, to: Value)
        /// Through several values.
        case keyframes(Keyframes<Value>)
        /// From one value to another, like a weight on a spring.
        ///
        /// The value depends on the time since the start of the run; the timing function is not applied.
        case spring(SpringInterpolation<Value>)
    }

    /// The start, duration, speed and repetition.
    var timing: MediaTiming
    /// The way in which the value changes during one run.
    var interpolation: Interpolation
    /// The timing function of each run.
    package var function: TimingFunction

    /// Creates an animation.
    init(timing: MediaTiming, interpolation: Interpolation, function: TimingFunction = .linear) {
        self.timing = timing
        self.interpolation = interpolation
        self.function = function
    }

    /// Creates an animation from one value to another.
    init(from: Value, to: Value, timing: MediaTiming, function: TimingFunction = .linear) {
        self.init(timing: timing, interpolation: .basic(from: from, to: to), function: function)
    }

    /// Returns the value at an instant of the parent's time, or nil while the animation is not active.
    package func value(at time: MediaTime) -> Value? {
        guard let progress = timing.progress(at: time) else { return nil }
        switch interpolation {
        case .basic(let from, let to): return from.mixed(with: to, function.value(at: progress))
        case .keyframes(let frames): return frames.value(at: function.value(at: progress))
        case .spring(let spring): return spring.value(at: progress * timing.duration)
        }
    }
}

/// A model value together with the animations that override it.
struct AnimatedValue<Value: Animatable>: Sendable, Hashable {
    /// The value while no animation is active.
    private var model: Value
    /// The animations; a later one overrides those before it.
    private var animations: [Animation<Value>]

    /// Creates a value.
    init(_ model: Value, animations: [Animation<Value>] = []) {
        self.model = model
        self.animations = animations
    }

    /// Returns the value of the last animation that is active at an instant, or the model's value.
    ///
    /// - Parameter time: The time on the clock of the animations.
    /// - Returns: The value of the last animation that is active, or the model's value.
    package func value(at time: MediaTime) -> Value {
        for animation in animations.reversed() {
            if let value = animation.value(at: time) { return value }
        }
        return model
    }
}

/// A value that can be interpolated, because sums, differences and multiples of it are defined.
package protocol Animatable: Sendable, Hashable {
    /// The neutral element of addition.
    static var zero: Self { get }
    /// Returns the sum of two values.
    static func + (a: Self, b: Self) -> Self
    /// Returns the difference between two values.
    static func - (a: Self, b: Self) -> Self
    /// Returns a multiple of a value.
    static func * (a: Self, factor: Double) -> Self
}

extension Animatable {
    /// Returns a value between this one and another one, or outside of both if the fraction is not from 0 to 1.
    ///
    /// - Parameters:
    ///   - other: The value at fraction 1, which is returned exactly.
    ///   - fraction: The position between the two values; 0 is this value.
    /// - Returns: The interpolated value.
    func mixed(with other: Self, _ fraction: Double) -> Self {
        fraction == 1 ? other : self + (other - self) * fraction
    }
}

extension Double: Animatable {}

extension Point: Animatable {
    /// The origin.
    package static let zero = Point(0, 0)
}

/// Values that an animation passes through, modelled on Core Animation's `CAKeyframeAnimation`.
struct Keyframes<Value: Animatable>: Sendable, Hashable {
    /// The shape of a cubic curve at a key, given by the parameters of Kochanek and Bartels.
    ///
    /// If all are 0, the curve is a Catmull-Rom spline.
    struct SplineParameters: Sendable, Hashable {
        /// The tension: 1 makes a sharp corner, −1 a slack one.
        var tension: Double = 0
        /// The continuity: any value but 0 changes the direction at the key.
        var continuity: Double = 0
        /// The bias: 1 overshoots the key, −1 undershoots it.
        var bias: Double = 0
    }

    /// The interpolation between keys.
    enum Mode: Sendable, Hashable {
        /// Straight lines.
        case linear
        /// No interpolation: each value lasts until the time of the next one.
        case discrete
        /// A smooth curve.
        ///
        /// A key without parameters has the defaults.
        case cubic(parameters: [SplineParameters] = [])
    }

    /// The values, one for each key.
    package var values: [Value]
    /// The time of each value, from 0 to 1, in ascending order.
    ///
    /// With discrete interpolation, each value starts at its time, and a final 1 for the end is optional.
    package var times: [Double]
    /// The timing function between each key and the next one; linear for keys without one.
    private var functions: [TimingFunction]
    /// The interpolation between keys.
    private var mode: Mode

    /// Creates keyframes; without times, the intervals are equal.
    init(
        _ values: [Value], times: [Double]? = nil, functions: [TimingFunction] = [], mode: Mode = .linear
    ) {
        self.values = values
        let spaces = mode == .discrete ? values.count : max(values.count - 1, 1)
        self.times = times ?? values.indices.map { Double($0) / Double(spaces) }
        self.functions = functions
        self.mode = mode
    }

    /// Returns the value at a fraction of the duration, from 0 to 1.
    ///
    /// Before the first and after the last key, the result is the value of that key. Without keys, it is zero.
    package func value(at fraction: Double) -> Value {
        guard let first = values.first, let last = values.last else { return .zero }
        let count = min(values.count, times.count)
        guard count > 0, fraction >= times[0] else { return first }
        // The last key that has been reached.
        let index = times.prefix(count).lastIndex { $0 <= fraction } ?? 0
        if mode == .discrete { return values[index] }
        guard index + 1 < count else { return count == values.count ? last : values[count - 1] }
        let span = times[index + 1] - times[index]
        let part = span > 0 ? (fraction - times[index]) / span : 1
        let eased = index < functions.count ? functions[index].value(at: part) : part
        guard case .cubic(let parameters) = mode else { return values[index].mixed(with: values[index + 1], eased) }
        return hermite(index, eased, parameters, count)
    }

    private func hermite(_ index: Int, _ t: Double, _ parameters: [SplineParameters], _ count: Int) -> Value {
        let leaving = tangent(index, isLeaving: true, parameters, count)
        let arriving = tangent(index + 1, isLeaving: false, parameters, count)
        let squared = t * t
        let cubed = squared * t
        return values[index] * (2 * cubed - 3 * squared + 1) + leaving * (cubed - 2 * squared + t)
            + values[index + 1] * (3 * squared - 2 * cubed) + arriving * (cubed - squared)
    }

    /// Returns the tangent at a key for the segment that starts or ends there, with respect to that segment's
    /// parameter.
    ///
    /// Beyond the first and the last key, the curve continues straight. If the two segments at a key have different
    /// durations, the tangents are scaled so that the speed is the same on both sides.
    private func tangent(_ index: Int, isLeaving: Bool, _ parameters: [SplineParameters], _ count: Int) -> Value {
        let shape = index < parameters.count ? parameters[index] : SplineParameters()
        let after = index + 1 < count ? values[index + 1] - values[index] : values[index] - values[index - 1]
        let before = index > 0 ? values[index] - values[index - 1] : after
        let continuity = isLeaving ? shape.continuity : -shape.continuity
        let fromBefore = (1 - shape.tension) * (1 + continuity) * (1 + shape.bias) / 2
        let fromAfter = (1 - shape.tension) * (1 - continuity) * (1 - shape.bias) / 2
        let tangent = before * fromBefore + after * fromAfter
        guard index > 0, index + 1 < count else { return tangent }
        let spanBefore = times[index] - times[index - 1]
        let spanAfter = times[index + 1] - times[index]
        let both = spanBefore + spanAfter
        return both > 0 ? tangent * (2 * (isLeaving ? spanAfter : spanBefore) / both) : tangent
    }
}
