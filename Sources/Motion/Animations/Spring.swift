import Glibc

/// A weight on a spring with a damper, whose equation m·x″ + c·x′ + k·x = 0 is solved exactly.
///
/// Its parameters are those of Core Animation's `CASpringAnimation`.
struct Spring: Sendable, Hashable {
    /// The mass of the weight; greater than 0.
    var mass: Double = 1
    /// The stiffness of the spring; greater than 0.
    var stiffness: Double = 100
    /// The damping coefficient; at least 0.
    var damping: Double = 10

    /// The undamped angular frequency, in radians per second.
    var naturalFrequency: Double { (stiffness / mass).squareRoot() }

    /// The damping ratio.
    ///
    /// Below 1, the weight oscillates. At 1, it comes to rest in the shortest time without oscillating; above 1, it
    /// takes longer.
    private var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

    /// Returns the factors of the initial distance and velocity at a time: x(t) = distance · x(0) + speed · x′(0).
    ///
    /// - Parameter time: The time since the start, in seconds.
    /// - Returns: The two factors.
    package func response(at time: MediaTime) -> (distance: Double, speed: Double) {
        let frequency = naturalFrequency
        let ratio = dampingRatio
        let decay = exp(-ratio * frequency * time)
        if abs(ratio - 1) < 1e-7 {
            return (decay * (1 + frequency * time), decay * time)
        }
        if ratio < 1 {
            let dampedFrequency = frequency * (1 - ratio * ratio).squareRoot()
            let sine = sin(dampedFrequency * time) / dampedFrequency
            return (decay * (cos(dampedFrequency * time) + ratio * frequency * sine), decay * sine)
        }
        let offset = frequency * (ratio * ratio - 1).squareRoot()
        let slowRate = -ratio * frequency + offset
        let fastRate = -ratio * frequency - offset
        let slowDecay = exp(slowRate * time)
        let fastDecay = exp(fastRate * time)
        let difference = slowRate - fastRate
        return ((slowRate * fastDecay - fastRate * slowDecay) / difference, (slowDecay - fastDecay) / difference)
    }

    /// Returns the time after which the weight stays within a fraction of its initial distance from rest.
    ///
    /// The time is computed from the envelope of the oscillation. It is never too short, and too long by at most one
    /// oscillation.
    ///
    /// - Parameters:
    ///   - fraction: The fraction of the initial distance; greater than 0.
    ///   - velocity: The initial velocity, in initial distances per second; positive if it is directed away from rest.
    /// - Returns: The time in seconds; infinity if there is no damping.
    func settlingDuration(within fraction: Double = 0.001, velocity: Double = 0) -> MediaTime {
        guard damping > 0 else { return .infinity }
        func bound(_ time: MediaTime) -> Double {
            let frequency = naturalFrequency
            let ratio = dampingRatio
            guard ratio < 1 - 1e-7 else {
                let (distance, speed) = response(at: time)
                return abs(distance) + abs(speed * velocity)
            }
            let dampedFrequency = frequency * (1 - ratio * ratio).squareRoot()
            let sine = (ratio * frequency + velocity) / dampedFrequency
            return exp(-ratio * frequency * time) * (1 + sine * sine).squareRoot()
        }
        // An exponential search for an upper bound, then bisection; the envelope decreases once the initial velocity
        // has no more effect.
        var high = 1 / naturalFrequency
        for _ in 0..<60 where bound(high) > fraction { high *= 2 }
        var low = 0.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if bound(middle) > fraction { low = middle } else { high = middle }
        }
        return high
    }
}

/// An interpolation in which a spring moves a value to its resting value.
struct SpringInterpolation<Value: Animatable>: Sendable, Hashable {
    /// The value at the start.
    package var from: Value
    /// The value at rest.
    package var to: Value
    /// The rate of change at the start, per second.
    private var velocity: Value
    /// The spring that moves the value.
    private var spring: Spring

    /// Creates an interpolation.
    init(from: Value, to: Value, velocity: Value = .zero, spring: Spring = Spring()) {
        self.from = from
        self.to = to
        self.velocity = velocity
        self.spring = spring
    }

    /// Returns the value at a time in seconds since the start; it depends only on that time.
    package func value(at time: MediaTime) -> Value {
        let response = spring.response(at: max(time, 0))
        return to + (from - to) * response.distance + velocity * response.speed
    }
}
