#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A weight on a spring with a damper: m·x″ + c·x′ + k·x = 0, solved in closed form.
package struct Spring: Sendable, Hashable {
    /// The weight; more than 0.
    package var mass: Double
    /// How strongly the spring pulls; more than 0.
    package var stiffness: Double
    /// How strongly the damper holds; 0 or more.
    package var damping: Double

    /// Makes a spring; the defaults are Core Animation's.
    ///
    /// - Parameters:
    ///   - mass: The weight.
    ///   - stiffness: How strongly the spring pulls.
    ///   - damping: How strongly the damper holds.
    package init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10) {
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
    }

    /// Radians a second without a damper.
    package var naturalFrequency: Double { (stiffness / mass).squareRoot() }

    /// Below 1 it swings, at 1 it comes to rest soonest without swinging, above 1 it creeps.
    package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

    /// What is left of the distance and of the speed at the begin: x(t) = distance · x(0) + speed · x′(0).
    ///
    /// - Parameter time: Since the begin, in seconds.
    /// - Returns: The two factors.
    package func response(at time: MediaTime) -> (distance: Double, speed: Double) {
        let frequency = naturalFrequency
        let ratio = dampingRatio
        let decay = exp(-ratio * frequency * time)
        if abs(ratio - 1) < 1e-7 {
            return (decay * (1 + frequency * time), decay * time)
        }
        if ratio < 1 {
            let swing = frequency * (1 - ratio * ratio).squareRoot()
            let sine = sin(swing * time) / swing
            return (decay * (cos(swing * time) + ratio * frequency * sine), decay * sine)
        }
        let spread = frequency * (ratio * ratio - 1).squareRoot()
        let slow = -ratio * frequency + spread
        let fast = -ratio * frequency - spread
        let slowly = exp(slow * time)
        let quickly = exp(fast * time)
        return ((slow * quickly - fast * slowly) / (slow - fast), (slowly - quickly) / (slow - fast))
    }

    /// How long it takes until the weight stays nearer to rest than a fraction of the distance it began at.
    ///
    /// Found by the curve that bounds the swings, so it is never too short and at most one swing too long.
    ///
    /// - Parameters:
    ///   - fraction: How near, more than 0.
    ///   - velocity: The speed at the begin, in distances a second away from rest.
    /// - Returns: Seconds; infinity without a damper.
    package func settlingDuration(within fraction: Double = 0.001, velocity: Double = 0) -> MediaTime {
        guard damping > 0 else { return .infinity }
        func bound(_ time: MediaTime) -> Double {
            let frequency = naturalFrequency
            let ratio = dampingRatio
            guard ratio < 1 - 1e-7 else {
                let (distance, speed) = response(at: time)
                return abs(distance) + abs(speed * velocity)
            }
            let swing = frequency * (1 - ratio * ratio).squareRoot()
            let sine = (ratio * frequency + velocity) / swing
            return exp(-ratio * frequency * time) * (1 + sine * sine).squareRoot()
        }
        // Doubled until it is near enough, then halved between; the bound falls once the speed is spent.
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
