/// A time in seconds on the clock of a layer or an animation.
package typealias MediaTime = Double

extension Duration {
    /// The duration in seconds.
    package var mediaTime: MediaTime {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
