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

    /// Where the anchor comes to lie in the parent.
    package var position = Point.zero
    /// The factors across and down.
    package var scale = Point(1, 1)
    /// By how much it is turned about its anchor, in radians; clockwise on the screen.
    package var rotation = 0.0
    /// 0 is invisible, 1 covers.
    package var opacity = 1.0
    /// Where the stroke begins, as a fraction of the arc length.
    package var strokeStart = 0.0
    /// Where it ends.
    package var strokeEnd = 1.0
    /// By how much both are moved along.
    package var strokeOffset = 0.0
    /// The stroke's width.
    package var lineWidth = 1.0
    /// How strong the shadow is: 0 is none.
    package var shadowOpacity = 0.0
    /// Where the shadow lies.
    package var shadowOffset = Point.zero

    /// Makes the properties of a layer that lies where its path does, stroked from begin to end.
    package init() {}

    /// A number by its name.
    package subscript(key: NumberKey) -> Double {
        get { self[keyPath: key.path] }
        set { self[keyPath: key.path] = newValue }
    }

    /// A point by its name.
    package subscript(key: PointKey) -> Point {
        get { self[keyPath: key.path] }
        set { self[keyPath: key.path] = newValue }
    }

    /// Which part is stroked.
    package var trim: Trim { Trim(start: strokeStart, end: strokeEnd, offset: strokeOffset) }

    /// How the layer's own coordinates become its parent's.
    ///
    /// - Parameter anchor: The point that scaling and turning leave where it is.
    /// - Returns: The transform.
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
