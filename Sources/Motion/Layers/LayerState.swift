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
    package var scale = Point(1, 1)
    /// The rotation about the anchor in radians; clockwise on the screen.
    package var rotation = 0.0
    /// The opacity, from 0 (invisible) to 1 (opaque).
    package var opacity = 1.0
    /// The start of the stroke, as a fraction of the arc length.
    package var strokeStart = 0.0
    /// The end of the stroke, as a fraction of the arc length.
    package var strokeEnd = 1.0
    /// An offset that is added to both the start and the end of the stroke.
    package var strokeOffset = 0.0
    /// The width of the stroke.
    package var lineWidth = 1.0
    /// The opacity of the shadow; 0 for none.
    package var shadowOpacity = 0.0
    /// The offset of the shadow.
    package var shadowOffset = Point.zero

    /// Creates the properties of an opaque layer at the origin whose whole path is stroked.
    package init() {}

    /// The number with the given key.
    package subscript(key: NumberKey) -> Double {
        get { self[keyPath: key.path] }
        set { self[keyPath: key.path] = newValue }
    }

    /// The point with the given key.
    package subscript(key: PointKey) -> Point {
        get { self[keyPath: key.path] }
        set { self[keyPath: key.path] = newValue }
    }

    /// The part of the path that is stroked.
    package var trim: Trim { Trim(start: strokeStart, end: strokeEnd, offset: strokeOffset) }

    /// Returns the transform from the layer's own coordinates to its parent's.
    ///
    /// - Parameter anchor: The fixed point of scaling and rotation.
    /// - Returns: The transform from the layer's own coordinates to its parent's.
    package func transform(anchor: Point) -> Transform {
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
