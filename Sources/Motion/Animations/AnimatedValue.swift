/// A model value together with the animations that override it.
package struct AnimatedValue<Value: Animatable>: Sendable, Hashable {
    /// The value while no animation is active.
    package var model: Value
    /// The animations; a later one overrides those before it.
    package var animations: [Animation<Value>]

    /// Creates a value.
    package init(_ model: Value, animations: [Animation<Value>] = []) {
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
