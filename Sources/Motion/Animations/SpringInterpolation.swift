/// A value that a spring pulls to its place.
package struct SpringInterpolation<Value: Animatable>: Sendable, Hashable {
    /// The value at the begin.
    package var from: Value
    /// The value at rest.
    package var to: Value
    /// How fast the value changes at the begin, a second.
    package var velocity: Value
    /// The spring.
    package var spring: Spring

    /// Makes a course.
    ///
    /// - Parameters:
    ///   - from: The value at the begin.
    ///   - to: The value at rest.
    ///   - velocity: How fast the value changes at the begin, a second.
    ///   - spring: The spring.
    package init(from: Value, to: Value, velocity: Value = .zero, spring: Spring = Spring()) {
        self.from = from
        self.to = to
        self.velocity = velocity
        self.spring = spring
    }

    /// The value at an instant.
    ///
    /// - Parameter time: Since the begin, in seconds.
    /// - Returns: The value, a function of the time alone.
    package func value(at time: MediaTime) -> Value {
        let response = spring.response(at: max(time, 0))
        return to + (from - to) * response.distance + velocity * response.speed
    }
}
