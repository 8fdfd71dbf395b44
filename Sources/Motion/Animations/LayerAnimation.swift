/// An animation of one or several properties of a layer.
package enum LayerAnimation: Sendable, Hashable {
    /// An animation of a property that is a number.
    case number(LayerState.NumberKey, Animation<Double>)
    /// An animation of a property that is a point.
    case point(LayerState.PointKey, Animation<Point>)
    /// Animations of several properties on a common clock.
    case group(AnimationGroup)

    /// The start, duration, speed and repetition.
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

    /// Applies the animation to a layer's properties if it is active at an instant of the layer's time.
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
