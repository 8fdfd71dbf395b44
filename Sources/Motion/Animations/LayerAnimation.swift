/// An animation of one of a layer's properties, or of several.
package enum LayerAnimation: Sendable, Hashable {
    /// Of a number.
    case number(LayerState.NumberKey, Animation<Double>)
    /// Of a point.
    case point(LayerState.PointKey, Animation<Point>)
    /// Of several, together.
    case group(AnimationGroup)

    /// When, how long and how fast.
    package var timing: MediaTiming {
        get {
            switch self {
            case .number(_, let animation): animation.timing
            case .point(_, let animation): animation.timing
            case .group(let group): group.timing
            }
        }
        set {
            switch self {
            case .number(let key, var animation):
                animation.timing = newValue
                self = .number(key, animation)
            case .point(let key, var animation):
                animation.timing = newValue
                self = .point(key, animation)
            case .group(var group):
                group.timing = newValue
                self = .group(group)
            }
        }
    }

    /// Changes what the animation has an effect on.
    ///
    /// - Parameters:
    ///   - state: The layer's properties.
    ///   - time: The layer's time.
    func apply(to state: inout LayerState, at time: MediaTime) {
        switch self {
        case .number(let key, let animation):
            if let value = animation.value(at: time) { state[key] = value }
        case .point(let key, let animation):
            if let value = animation.value(at: time) { state[key] = value }
        case .group(let group):
            group.apply(to: &state, at: time)
        }
    }
}
