/// A value with animations over it.
package struct AnimatedValue<Value: Animatable>: Sendable, Hashable {
    /// The value while no animation has an effect.
    package var model: Value
    /// The animations; one that comes later covers those before it.
    package var animations: [Animation<Value>]

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - model: The value while no animation has an effect.
    ///   - animations: The animations; one that comes later covers those before it.
    package init(_ model: Value, animations: [Animation<Value>] = []) {
        self.model = model
        self.animations = animations
    }

    /// The value at an instant.
    ///
    /// - Parameter time: The time of the clock that the animations run in.
    /// - Returns: The last effective animation's value, else the model's.
    package func value(at time: MediaTime) -> Value {
        for animation in animations.reversed() {
            if let value = animation.value(at: time) { return value }
        }
        return model
    }
}
