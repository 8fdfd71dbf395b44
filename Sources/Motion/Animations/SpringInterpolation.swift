/// An interpolation in which a spring moves a value to its resting value.
package struct SpringInterpolation<Value: Animatable>: Sendable, Hashable {
    /// The value at the start.
    package var from: Value
    /// The value at rest.
    package var to: Value
    /// The rate of change at the start, per second.
    package var velocity: Value
    /// The spring that moves the value.
    package var spring: Spring

    /// Creates an interpolation.
    package init(from: Value, to: Value, velocity: Value = .zero, spring: Spring = Spring()) {
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
