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
    package var timing = MediaTiming.clock()
    /// The contents.
    package var contents: Contents
    /// The point in the layer's own coordinates that is placed at its position.
    package var anchor: Point
    /// The properties that are shown while no animation is active (the model layer).
    package var model = LayerState()
    /// The animations, on the layer's clock; a later one overrides those before it.
    package var animations: [LayerAnimation] = []
    /// The shape of open ends.
    package var cap = StrokeStyle.Cap.round
    /// The shape of corners.
    package var join = StrokeStyle.Join.round
    /// The tint, which determines the color.
    package var tint: Tint
    /// True if the closed contours hide the layers below.
    package var isOpaque = false
    /// The sublayers, in the layer's coordinates, from the lowest to the highest.
    ///
    /// They are above the contents.
    package var sublayers: [Layer] = []

    /// Creates a layer whose coordinates are those of its parent.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the layer from frame to frame.
    ///   - contents: The path to stroke or fill.
    ///   - anchor: The fixed point of scaling and rotation, which is also the position.
    ///   - lineWidth: The width of strokes.
    ///   - tint: The tint, which determines the color.
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
    package func presentation(at time: MediaTime) -> LayerState {
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
