/// A number with animations over it.
package struct AnimatedValue: Sendable, Hashable {
    /// The value while no animation has an effect.
    package var model: Double
    /// The animations; one that comes later covers those before it.
    package var animations: [BasicAnimation]

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - model: The value while no animation has an effect.
    ///   - animations: The animations; one that comes later covers those before it.
    package init(_ model: Double, animations: [BasicAnimation] = []) {
        self.model = model
        self.animations = animations
    }

    /// The value at an instant.
    ///
    /// - Parameter time: The time of the clock that the animations run in.
    /// - Returns: The last effective animation's value, else the model's.
    package func value(at time: MediaTime) -> Double {
        for animation in animations.reversed() {
            if let value = animation.value(at: time) { return value }
        }
        return model
    }
}
