/// Something that is drawn, with animations over its properties and layers above it.
package struct Layer: Sendable, Hashable {
    /// What a layer shows.
    package enum Contents: Sendable, Hashable {
        /// Nothing but its sublayers.
        case nothing
        /// A stroked path, in the layer's coordinates.
        case stroke(Path)
        /// A filled path, in the layer's coordinates.
        case fill(Path)
    }

    /// What the layer is called, for formats in which layers keep their identity over time.
    package var name: String
    /// How its time goes against its parent's.
    package var timing = MediaTiming.clock()
    /// What it shows.
    package var contents: Contents
    /// The point of its own coordinates that lies at its position.
    package var anchor: Point
    /// Its properties while no animation has an effect.
    package var model = LayerState()
    /// The animations, in the layer's time; one that comes later covers those before it.
    package var animations: [LayerAnimation] = []
    /// How open ends and corners are stroked.
    package var cap = StrokeStyle.Cap.round
    /// How corners are stroked.
    package var join = StrokeStyle.Join.round
    /// What its colour means.
    package var tint: Tint
    /// The layers above its contents, in its coordinates, each over those before it.
    package var sublayers: [Layer] = []

    /// Makes a layer that lies where its path does.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - contents: What it shows.
    ///   - anchor: The point that scaling and turning leave where it is; also the model's position.
    ///   - lineWidth: The stroke's width.
    ///   - tint: What its colour means.
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

    /// The properties that are seen at an instant.
    ///
    /// - Parameter time: The parent's time.
    /// - Returns: The model's properties, changed by the animations that have an effect.
    package func presented(at time: MediaTime) -> LayerState {
        let own = timing.localTime(at: time)
        var state = model
        for animation in animations { animation.apply(to: &state, at: own) }
        return state
    }

    /// What is to be drawn at an instant: the layer and its sublayers, from the lowest up.
    ///
    /// - Parameters:
    ///   - time: The parent's time.
    ///   - transform: How the parent's coordinates become the screen's.
    ///   - opacity: The parent's opacity.
    /// - Returns: The shapes; none for what is invisible.
    package func shapes(
        at time: MediaTime, transform: Transform = .identity, opacity: Double = 1
    ) -> [ShapeLayer] {
        shapes(presented(at: time), at: timing.localTime(at: time), transform: transform, opacity: opacity)
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
