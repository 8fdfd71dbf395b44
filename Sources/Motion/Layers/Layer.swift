/// A drawing with animated properties and with sublayers, modelled on Core Animation's `CALayer`.
package struct Layer: Sendable, Hashable {
    /// The contents of a layer.
    package enum Contents: Sendable, Hashable {
        /// The layer has no contents of its own, only sublayers.
        case nothing
        /// A stroked path, in the layer's coordinates.
        case stroke(Path)
        /// A filled path, in the layer's coordinates.
        case fill(Path)
    }

    /// A name that identifies the layer from frame to frame, for file formats.
    package var name: String
    /// The relation of the layer's time to its parent's time.
    var timing = MediaTiming.clock()
    /// The contents.
    package var contents: Contents
    /// The point in the layer's own coordinates that is placed at its position.
    package var anchor: Point
    /// The properties that are shown while no animation is active (the model layer).
    var model = LayerState()
    /// The animations, on the layer's clock; a later one overrides those before it.
    var animations: [LayerAnimation] = []
    /// The shape of open ends.
    private var cap = StrokeStyle.Cap.round
    /// The shape of corners.
    private var join = StrokeStyle.Join.round
    /// The tint, which determines the color.
    private var tint: Tint
    /// True if the closed contours hide the layers below.
    var isOpaque = false
    /// The sublayers, in the layer's coordinates, from the lowest to the highest.
    ///
    /// They are above the contents.
    var sublayers: [Layer] = []

    /// Creates a layer at the position of its anchor, so that its coordinates are those of its parent.
    package init(
        _ name: String, contents: Contents = .nothing, anchor: Point = .zero, lineWidth: Double = 1,
        tint: Tint = .active
    ) {
        self.name = name
        self.contents = contents
        self.anchor = anchor
        self.tint = tint
        model.position = anchor
        model.lineWidth = lineWidth
    }

    /// Returns the properties that are shown at an instant of the parent's time (the presentation layer).
    ///
    /// They are the model's properties, changed by the active animations.
    func presentation(at time: MediaTime) -> LayerState {
        let own = timing.localTime(at: time)
        var state = model
        for animation in animations { animation.apply(to: &state, at: own) }
        return state
    }

    /// Returns the shapes of the layer and its sublayers at an instant, from the lowest to the highest.
    ///
    /// - Parameters:
    ///   - time: The parent's time.
    ///   - transform: The transform from the parent's coordinates to the screen's.
    ///   - opacity: The parent's opacity.
    /// - Returns: The shapes; none if the layer is invisible.
    package func shapes(
        at time: MediaTime, transform: Transform = .identity, opacity: Double = 1
    ) -> [ShapeLayer] {
        shapes(presentation(at: time), at: timing.localTime(at: time), transform: transform, opacity: opacity)
    }

    func shapes(_ state: LayerState, at own: MediaTime, transform: Transform, opacity: Double) -> [ShapeLayer] {
        let shown = opacity * state.opacity
        guard shown > 0 else { return [] }
        let placed = state.transform(anchor: anchor).then(transform)
        var shapes: [ShapeLayer] = []
        switch contents {
        case .nothing: break
        case .stroke(let path), .fill(let path):
            var shape = ShapeLayer(
                path: path, style: StrokeStyle(width: state.lineWidth, cap: cap, join: join), trim: state.trim,
                transform: placed, opacity: shown, tint: tint)
            shape.name = name
            shape.isOpaque = isOpaque
            if case .fill = contents { shape.isFilled = true }
            if state.shadowOpacity > 0 {
                shape.shadow = ShapeLayer.Shadow(
                    offset: transform.apply(vector: state.shadowOffset), opacity: state.shadowOpacity)
            }
            shapes.append(shape)
        }
        for sublayer in sublayers {
            shapes += sublayer.shapes(at: own, transform: placed, opacity: shown)
        }
        return shapes
    }
}

/// The properties of a layer that can be animated.
package struct LayerState: Sendable, Hashable {
    /// The properties that are numbers.
    package enum NumberKey: String, Sendable, Hashable, CaseIterable {
        case rotation, opacity, strokeStart, strokeEnd, strokeOffset, lineWidth, shadowOpacity
    }

    /// The properties that are points.
    package enum PointKey: String, Sendable, Hashable, CaseIterable {
        case position, scale, shadowOffset
    }

    /// The position of the anchor in the parent's coordinates.
    package var position = Point.zero
    /// The horizontal and vertical scale factors.
    var scale = Point(1, 1)
    /// The rotation about the anchor in radians; clockwise on the screen.
    var rotation = 0.0
    /// The opacity, from 0 (invisible) to 1 (opaque).
    package var opacity = 1.0
    /// The start of the stroke, as a fraction of the arc length.
    private var strokeStart = 0.0
    /// The end of the stroke, as a fraction of the arc length.
    var strokeEnd = 1.0
    /// An offset that is added to both the start and the end of the stroke.
    private var strokeOffset = 0.0
    /// The width of the stroke.
    var lineWidth = 1.0
    /// The opacity of the shadow; 0 for none.
    var shadowOpacity = 0.0
    /// The offset of the shadow.
    var shadowOffset = Point.zero

    /// Creates the properties of an opaque layer at the origin whose whole path is stroked.
    init() {}

    /// The number with the given key.
    subscript(key: NumberKey) -> Double {
        get { self[keyPath: key.path] }
        set { self[keyPath: key.path] = newValue }
    }

    /// The point with the given key.
    subscript(key: PointKey) -> Point {
        get { self[keyPath: key.path] }
        set { self[keyPath: key.path] = newValue }
    }

    /// The part of the path that is stroked.
    var trim: Trim { Trim(start: strokeStart, end: strokeEnd, offset: strokeOffset) }

    /// Returns the transform from the layer's own coordinates to its parent's.
    ///
    /// - Parameter anchor: The fixed point of scaling and rotation.
    /// - Returns: The transform from the layer's own coordinates to its parent's.
    func transform(anchor: Point) -> Transform {
        Transform.translation(-anchor.x, -anchor.y).then(.scale(scale.x, scale.y)).then(.rotation(rotation))
            .then(.translation(position.x, position.y))
    }
}

extension LayerState.NumberKey {
    fileprivate var path: WritableKeyPath<LayerState, Double> {
        switch self {
        case .rotation: \.rotation
        case .opacity: \.opacity
        case .strokeStart: \.strokeStart
        case .strokeEnd: \.strokeEnd
        case .strokeOffset: \.strokeOffset
        case .lineWidth: \.lineWidth
        case .shadowOpacity: \.shadowOpacity
        }
    }
}

extension LayerState.PointKey {
    fileprivate var path: WritableKeyPath<LayerState, Point> {
        switch self {
        case .position: \.position
        case .scale: \.scale
        case .shadowOffset: \.shadowOffset
        }
    }
}

/// An animation of one or several properties of a layer.
package enum LayerAnimation: Sendable, Hashable {
    /// An animation of a property that is a number.
    case number(LayerState.NumberKey, Animation<Double>)
    /// An animation of a property that is a point.
    case point(LayerState.PointKey, Animation<Point>)
    /// Animations of several properties on a common clock.
    case group(AnimationGroup)

    /// The start, duration, speed and repetition.
    var timing: MediaTiming {
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

/// Animations that run on a common clock and end with it, modelled on Core Animation's `CAAnimationGroup`.
package struct AnimationGroup: Sendable, Hashable {
    /// The start, duration, speed and repetition of the group.
    var timing: MediaTiming
    /// The timing function of each run of the group.
    package var function: TimingFunction = .linear
    /// The animations, on the group's clock; a later one overrides those before it.
    var animations: [LayerAnimation]

    /// Creates a group in which each animation starts when the previous one has ended.
    ///
    /// - Parameters:
    ///   - animations: The animations; the `begin` of each is a delay after the previous one. If an animation never
    ///     ends, those after it never start.
    ///   - begin: The start of the first animation, in the parent's time.
    ///   - fill: The values that are shown outside the active time.
    /// - Returns: A group that lasts as long as all animations together.
    package static func sequence(
        _ animations: [LayerAnimation], begin: MediaTime = 0, fill: MediaTiming.Fill = []
    ) -> AnimationGroup {
        var reached = 0.0
        var placed: [LayerAnimation] = []
        for var animation in animations {
            animation.timing.begin += reached
            // The final value is shown until the next animation starts.
            animation.timing.fill.insert(.forwards)
            placed.append(animation)
            reached = animation.timing.end ?? .infinity
            if reached == .infinity { break }
        }
        return AnimationGroup(timing: MediaTiming(begin: begin, duration: reached, fill: fill), animations: placed)
    }

    /// Applies the animations that are active at an instant of the parent's time to a layer's properties.
    func apply(to state: inout LayerState, at time: MediaTime) {
        guard let progress = timing.progress(at: time) else { return }
        // A group that never ends has no progress, so its clock runs linearly.
        let own =
            timing.duration < .infinity ? function.value(at: progress) * timing.duration : timing.localTime(at: time)
        for animation in animations { animation.apply(to: &state, at: own) }
    }
}
