/// Layers that change by transactions, and the completions of these: a value that is moved by nothing but what it is told.
///
/// What is seen is a function of the time. Only completions have an order, and each is handed out once.
package struct Stage: Sendable {
    /// What a layer is found by.
    package struct LayerID: Sendable, Hashable {
        let index: Int
    }

    /// That all of a transaction's animations have ended.
    package struct Completion: Sendable, Hashable {
        /// The transaction.
        package var transaction: Transaction.ID
        /// When, in the stage's time.
        package var time: MediaTime
        /// Whether all ran to their ends; false where one was cancelled or another took its place.
        package var isFinished: Bool
    }

    struct Running: Sendable {
        var layer: Int
        var transaction: Transaction.ID
        /// In the stage's time.
        var animation: LayerAnimation
    }

    struct Pending: Sendable {
        var parent: Transaction.ID?
        var depth: Int
        /// The end of what is no longer running; the begin until then.
        var end: MediaTime
        var isFinished = true
    }

    /// How the stage's time goes against the host's: its speed is 1 / drag coefficient.
    package private(set) var timing = MediaTiming.clock()
    private var layers: [Layer] = []
    var running: [Running] = []
    var pending: [Transaction.ID: Pending] = [:]
    private var nextNumber = 0

    /// Makes an empty stage.
    ///
    /// - Parameter dragCoefficient: How many times slower everything is; more than 0.
    package init(dragCoefficient: Double = 1) {
        timing.speed = 1 / dragCoefficient
    }

    /// Makes everything slower or faster from an instant on, without a jump.
    ///
    /// - Parameters:
    ///   - dragCoefficient: How many times slower everything is; more than 0.
    ///   - host: The host's time.
    package mutating func setDragCoefficient(_ dragCoefficient: Double, at host: MediaTime) {
        timing = .clock(begin: host, speed: 1 / dragCoefficient, offset: time(at: host))
    }

    /// Adds a layer over the others.
    ///
    /// - Parameter layer: The layer, with animations of its own in the stage's time if it has any.
    /// - Returns: What it is found by.
    package mutating func add(_ layer: Layer) -> LayerID {
        layers.append(layer)
        return LayerID(index: layers.count - 1)
    }

    /// A layer as its model says.
    package subscript(layer: LayerID) -> Layer { layers[layer.index] }

    /// The stage's time.
    ///
    /// - Parameter host: The host's time.
    /// - Returns: What its own clock shows.
    package func time(at host: MediaTime) -> MediaTime { timing.localTime(at: host) }

    /// What is seen of a layer.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - host: The host's time.
    /// - Returns: Its properties at that instant.
    package func presented(_ layer: LayerID, at host: MediaTime) -> LayerState {
        presented(layer.index, time(at: host))
    }

    /// What is to be drawn at an instant, from the lowest up.
    ///
    /// - Parameter host: The host's time.
    /// - Returns: The shapes.
    package func shapes(at host: MediaTime) -> [ShapeLayer] {
        let time = time(at: host)
        return layers.indices.flatMap { index in
            layers[index].shapes(
                presented(index, time), at: layers[index].timing.localTime(at: time), transform: .identity, opacity: 1)
        }
    }

    /// Changes layers.
    ///
    /// A value that is set goes there from what is seen now, and takes the place of what moved it before.
    ///
    /// - Parameters:
    ///   - host: The host's time.
    ///   - duration: How long a change takes, in seconds; 0 changes at once.
    ///   - function: How time is bent within a change.
    ///   - delay: How long after the transaction its changes begin, in seconds.
    ///   - body: Makes the changes.
    /// - Returns: What gets its completion.
    @discardableResult
    package mutating func transaction(
        at host: MediaTime, duration: MediaTime = 0.25, function: TimingFunction = .standard, delay: MediaTime = 0,
        _ body: (inout Transaction) -> Void
    ) -> Transaction.ID {
        var transaction = Transaction(number: nextNumber, duration: duration, function: function, delay: delay)
        body(&transaction)
        nextNumber = transaction.nextNumber
        commit(transaction, parent: nil, depth: 0, at: time(at: host))
        return transaction.id
    }

    /// Ends a transaction and those inside it early: its values jump to the model's.
    ///
    /// - Parameters:
    ///   - transaction: The transaction; one that has completed is left alone.
    ///   - host: The host's time.
    package mutating func cancel(_ transaction: Transaction.ID, at host: MediaTime) {
        guard pending[transaction] != nil else { return }
        let inside = pending.keys.filter { isInside($0, transaction) }
        let time = time(at: host)
        stop(at: time) { inside.contains($0.transaction) }
        for id in inside { pending[id]?.isFinished = false }
    }

    /// Hands out the completions that are due, each once: in the order of their times, inner ones before outer ones.
    ///
    /// - Parameter host: The host's time.
    /// - Returns: The completions.
    package mutating func advance(to host: MediaTime) -> [Completion] {
        let time = time(at: host)
        for running in running { extend(running.transaction, to: running.animation.timing.end ?? .infinity) }
        running.removeAll { running in
            guard let end = running.animation.timing.end else { return false }
            // What fills forwards stays until something takes its place.
            return end <= time && !running.animation.timing.fill.contains(.forwards)
        }
        let due = pending.filter { $0.value.end <= time }.sorted { a, b in
            if a.value.end != b.value.end { return a.value.end < b.value.end }
            if a.value.depth != b.value.depth { return a.value.depth > b.value.depth }
            return a.key < b.key
        }
        for (id, _) in due { pending[id] = nil }
        return due.map { Completion(transaction: $0.key, time: $0.value.end, isFinished: $0.value.isFinished) }
    }

    /// When something moves next.
    ///
    /// - Parameter host: The host's time.
    /// - Returns: The host's time at which a frame is due: that same time while something moves, later if something has yet to
    ///   begin, nil if nothing will ever move.
    package func nextMotion(after host: MediaTime) -> MediaTime? {
        guard timing.speed > 0 else { return nil }
        let now = time(at: host)
        var next: MediaTime?
        for running in running {
            let timing = running.animation.timing
            if let end = timing.end, end <= now { continue }
            next = min(next ?? .infinity, max(timing.begin, now))
        }
        if layers.contains(where: { !$0.animations.isEmpty }) { next = now }
        return next.map { max((($0 - timing.offset) / timing.speed) + timing.begin, host) }
    }

    func presented(_ layer: Int, _ time: MediaTime) -> LayerState {
        var state = layers[layer].presented(at: time)
        for running in running where running.layer == layer { running.animation.apply(to: &state, at: time) }
        return state
    }

    /// Changes a layer's model.
    ///
    /// - Parameters:
    ///   - layer: The layer's place.
    ///   - change: Changes the properties.
    mutating func changeModel(_ layer: Int, _ change: (inout LayerState) -> Void) {
        change(&layers[layer].model)
    }
}
