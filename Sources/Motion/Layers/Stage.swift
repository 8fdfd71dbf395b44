/// A set of layers that are changed in transactions, with a completion for each transaction.
///
/// A stage has no clock of its own: what is shown at an instant depends only on the layers, the transactions and that
/// instant. Completions are returned in order, each once.
///
/// ```swift
/// var stage = Stage()
/// let box = stage.add(Layer("box", contents: .stroke(path)))
/// stage.transaction(at: 0, duration: 0.5, function: .easeIn) { change in
///     change.set(.opacity, of: box, to: 0)
/// }
/// let shapes = stage.shapes(at: 0.25)
/// let completions = stage.advance(to: 0.5)
/// ```
package struct Stage: Sendable {
    /// The identifier of a layer on a stage.
    package struct LayerID: Sendable, Hashable {
        let index: Int
    }

    /// A notice that all animations of a transaction have ended.
    package struct Completion: Sendable, Hashable {
        /// The identifier of the transaction.
        package var transaction: Transaction.ID
        /// The end, in the stage's time.
        package var time: MediaTime
        /// True if all animations ran to the end; false if one was cancelled or replaced.
        var isFinished: Bool
    }

    private struct Running: Sendable {
        var layer: Int
        var transaction: Transaction.ID
        /// The animation, in the stage's time.
        var animation: LayerAnimation
    }

    private struct Pending: Sendable {
        var parent: Transaction.ID?
        var depth: Int
        /// The latest end of the animations that have ended so far; at first the start of the transaction.
        var end: MediaTime
        var isFinished = true
    }

    /// The relation of the stage's time to the host's time.
    ///
    /// Its speed is 1 / drag coefficient.
    private(set) var timing = MediaTiming.clock()
    private var layers: [Layer] = []
    private var running: [Running] = []
    private var pending: [Transaction.ID: Pending] = [:]
    private var nextNumber = 0

    /// Creates an empty stage.
    ///
    /// - Parameter dragCoefficient: The factor by which everything is slowed down; greater than 0.
    package init(dragCoefficient: Double = 1) {
        timing.speed = 1 / dragCoefficient
    }

    /// Changes the speed from an instant on; the stage's time does not jump.
    ///
    /// - Parameters:
    ///   - dragCoefficient: The factor by which everything is slowed down; greater than 0.
    ///   - host: The instant in the host's time.
    mutating func setDragCoefficient(_ dragCoefficient: Double, at host: MediaTime) {
        timing = .clock(begin: host, speed: 1 / dragCoefficient, offset: time(at: host))
    }

    /// Adds a layer above the others and returns its identifier.
    package mutating func add(_ layer: Layer) -> LayerID {
        layers.append(layer)
        return LayerID(index: layers.count - 1)
    }

    /// The layer with the model values of its properties.
    subscript(layer: LayerID) -> Layer { layers[layer.index] }

    /// Returns the stage's time for a given host time.
    package func time(at host: MediaTime) -> MediaTime { timing.localTime(at: host) }

    /// Returns the properties that a layer shows at an instant of the host's time.
    func presentation(_ layer: LayerID, at host: MediaTime) -> LayerState {
        presentation(layer.index, time(at: host))
    }

    /// Returns the shapes to draw at an instant of the host's time, from the lowest to the highest.
    package func shapes(at host: MediaTime) -> [ShapeLayer] {
        let time = time(at: host)
        return layers.indices.flatMap { index in
            layers[index].shapes(
                presentation(index, time), at: layers[index].timing.localTime(at: time), transform: .identity,
                opacity: 1)
        }
    }

    /// Changes layers in a transaction.
    ///
    /// A value that is set moves to its new value from the value that is currently shown, and replaces earlier
    /// animations of it.
    ///
    /// - Parameters:
    ///   - host: The host's time.
    ///   - duration: The duration of each change, in seconds; 0 changes at once.
    ///   - function: The timing function of each change.
    ///   - delay: The delay before the changes begin, in seconds.
    ///   - body: Makes the changes.
    /// - Returns: The identifier of the transaction, which its completion contains.
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

    /// Cancels a transaction and those inside it; their values jump to those of the model.
    ///
    /// - Parameters:
    ///   - transaction: The transaction; ignored if it has completed.
    ///   - host: The host's time.
    mutating func cancel(_ transaction: Transaction.ID, at host: MediaTime) {
        guard pending[transaction] != nil else { return }
        let inside = pending.keys.filter { isNested($0, transaction) }
        let time = time(at: host)
        stop(at: time) { inside.contains($0.transaction) }
        for id in inside { pending[id]?.isFinished = false }
    }

    /// Removes and returns the completions that are due at an instant of the host's time.
    ///
    /// They are ordered by time; inner transactions complete before outer ones.
    package mutating func advance(to host: MediaTime) -> [Completion] {
        let time = time(at: host)
        for running in running { extend(running.transaction, to: running.animation.timing.end ?? .infinity) }
        running.removeAll { running in
            guard let end = running.animation.timing.end else { return false }
            // An animation that fills forwards stays until another one replaces it.
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

    /// Returns the next time at which a frame is due.
    ///
    /// - Parameter host: The host's time.
    /// - Returns: The host's time of the frame: `host` itself if something is moving, a later time if an animation has
    ///   not started yet, and nil if nothing will move any more.
    func nextMotion(after host: MediaTime) -> MediaTime? {
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

    private func presentation(_ layer: Int, _ time: MediaTime) -> LayerState {
        var state = layers[layer].presentation(at: time)
        for running in running where running.layer == layer { running.animation.apply(to: &state, at: time) }
        return state
    }

    /// Changes the model values of the layer at an index.
    private mutating func changeModel(_ layer: Int, _ change: (inout LayerState) -> Void) {
        change(&layers[layer].model)
    }
}

extension Stage {
    /// Starts the animations of a transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction with its changes.
    ///   - parent: The transaction that waits for this one; nil for none.
    ///   - depth: The number of enclosing transactions.
    ///   - time: The stage's time.
    private mutating func commit(_ transaction: Transaction, parent: Transaction.ID?, depth: Int, at time: MediaTime) {
        pending[transaction.id] = Pending(parent: parent, depth: depth, end: time)
        for change in transaction.changes {
            switch change {
            case .number(let layer, let key, let value):
                let from = presentation(layer, time)[key]
                let velocity = transaction.spring == nil ? 0 : (from - presentation(layer, time - Self.instant)[key])
                replace(layer, at: time) { if case .number(key, _) = $0 { true } else { false } }
                changeModel(layer) { $0[key] = value }
                let animation = transaction.animation(from: from, to: value, change: velocity, at: time)
                start(.number(key, animation), layer, transaction.id)
            case .point(let layer, let key, let value):
                let from = presentation(layer, time)[key]
                let velocity =
                    transaction.spring == nil ? .zero : (from - presentation(layer, time - Self.instant)[key])
                replace(layer, at: time) { if case .point(key, _) = $0 { true } else { false } }
                changeModel(layer) { $0[key] = value }
                let animation = transaction.animation(from: from, to: value, change: velocity, at: time)
                start(.point(key, animation), layer, transaction.id)
            case .animation(let layer, var animation):
                animation.timing.begin += time + transaction.delay
                start(animation, layer, transaction.id)
            case .nested(let inner):
                commit(inner, parent: transaction.id, depth: depth + 1, at: time)
            }
        }
        wait(transaction.id)
    }

    /// Extends a transaction, and those that wait for it, to an instant at which an animation inside it ends.
    private mutating func extend(_ transaction: Transaction.ID, to end: MediaTime) {
        var next: Transaction.ID? = transaction
        while let id = next, var entry = pending[id] {
            entry.end = max(entry.end, end)
            pending[id] = entry
            next = entry.parent
        }
    }

    /// Removes running animations that match a predicate, and marks their transactions as unfinished.
    private mutating func stop(at time: MediaTime, where isStopped: (Running) -> Bool) {
        var stopped: Set<Transaction.ID> = []
        for running in running where isStopped(running) {
            // An animation that has already ended, and only fills, was not cut short.
            if let end = running.animation.timing.end, end <= time { continue }
            stopped.insert(running.transaction)
        }
        running.removeAll(where: isStopped)
        for id in stopped {
            var next: Transaction.ID? = id
            while let id = next, let entry = pending[id] {
                pending[id]?.isFinished = false
                // The remaining animations of the transaction determine its end again.
                pending[id]?.end = time
                next = entry.parent
            }
        }
        for running in running { extend(running.transaction, to: running.animation.timing.end ?? .infinity) }
        for (id, entry) in pending where entry.parent != nil { extend(id, to: entry.end) }
    }

    /// Returns true if a transaction is `outer` or is inside it.
    private func isNested(_ transaction: Transaction.ID, _ outer: Transaction.ID) -> Bool {
        var next: Transaction.ID? = transaction
        while let id = next {
            if id == outer { return true }
            next = pending[id]?.parent
        }
        return false
    }

    /// The interval for measuring the velocity of a value, in seconds.
    fileprivate static let instant = 1e-5

    private mutating func replace(_ layer: Int, at time: MediaTime, _ isSame: (LayerAnimation) -> Bool) {
        stop(at: time) { $0.layer == layer && isSame($0.animation) }
    }

    private mutating func start(_ animation: LayerAnimation, _ layer: Int, _ transaction: Transaction.ID) {
        running.append(Running(layer: layer, transaction: transaction, animation: animation))
        extend(transaction, to: animation.timing.end ?? .infinity)
    }

    private mutating func wait(_ transaction: Transaction.ID) {
        if let end = pending[transaction]?.end { extend(transaction, to: end) }
    }
}

extension Transaction {
    // The velocity is measured from the change within the last instant.
    fileprivate func animation<Value: Animatable>(
        from: Value, to: Value, change: Value, at time: MediaTime
    ) -> Animation<Value> {
        var timing = MediaTiming(begin: time + delay, duration: duration, fill: .backwards)
        guard let spring else { return Animation(from: from, to: to, timing: timing, function: function) }
        timing.duration = spring.settlingDuration()
        let interpolation = SpringInterpolation(
            from: from, to: to, velocity: change * (1 / Stage.instant), spring: spring)
        return Animation(timing: timing, interpolation: .spring(interpolation))
    }
}

/// A group of changes that start together and have a single completion, modelled on Core Animation's `CATransaction`.
package struct Transaction: Sendable {
    /// The number of a transaction; later transactions have greater numbers.
    package struct ID: Sendable, Hashable, Comparable {
        /// The number.
        package let number: Int

        /// Returns true if the first transaction began before the second.
        package static func < (a: ID, b: ID) -> Bool { a.number < b.number }
    }

    enum Change: Sendable {
        case number(Int, LayerState.NumberKey, Double)
        case point(Int, LayerState.PointKey, Point)
        case animation(Int, LayerAnimation)
        case nested(Transaction)
    }

    /// The identifier, which the completion contains.
    package let id: ID
    /// The duration of each change, in seconds.
    package var duration: MediaTime
    /// The timing function of each change.
    package var function: TimingFunction
    /// The delay before the changes begin, in seconds.
    package var delay: MediaTime
    /// A spring that moves the values until it settles; nil to use the timing function and duration.
    var spring: Spring?
    private(set) var changes: [Change] = []
    private(set) var nextNumber: Int

    init(number: Int, duration: MediaTime, function: TimingFunction, delay: MediaTime) {
        id = ID(number: number)
        nextNumber = number + 1
        self.duration = duration
        self.function = function
        self.delay = delay
    }

    /// Changes a property of a layer that is a number.
    ///
    /// The shown value moves to the new one from its current value.
    package mutating func set(_ key: LayerState.NumberKey, of layer: Stage.LayerID, to value: Double) {
        changes.append(.number(layer.index, key, value))
    }

    /// Changes a property of a layer that is a point.
    ///
    /// The shown value moves to the new one from its current value.
    package mutating func set(_ key: LayerState.PointKey, of layer: Stage.LayerID, to value: Point) {
        changes.append(.point(layer.index, key, value))
    }

    /// Adds an animation to a layer without changing the model.
    ///
    /// The start of the animation is relative to that of the transaction.
    mutating func animate(_ layer: Stage.LayerID, _ animation: LayerAnimation) {
        changes.append(.animation(layer.index, animation))
    }

    /// Adds a transaction that must end before this one completes.
    ///
    /// - Parameters:
    ///   - duration: The duration of each change; nil for this transaction's.
    ///   - function: The timing function of each change; nil for this transaction's.
    ///   - delay: The delay before the changes begin, in seconds.
    ///   - body: Makes the changes.
    /// - Returns: The identifier of the transaction, which its completion contains.
    @discardableResult
    mutating func nested(
        duration: MediaTime? = nil, function: TimingFunction? = nil, delay: MediaTime = 0,
        _ body: (inout Transaction) -> Void
    ) -> ID {
        var inner = Transaction(
            number: nextNumber, duration: duration ?? self.duration, function: function ?? self.function, delay: delay)
        body(&inner)
        nextNumber = inner.nextNumber
        changes.append(.nested(inner))
        return inner.id
    }
}
