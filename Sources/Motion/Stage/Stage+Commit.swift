extension Stage {
    /// Starts the animations of a transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction with its changes.
    ///   - parent: The transaction that waits for this one; nil for none.
    ///   - depth: The number of enclosing transactions.
    ///   - time: The stage's time.
    mutating func commit(_ transaction: Transaction, parent: Transaction.ID?, depth: Int, at time: MediaTime) {
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
    mutating func extend(_ transaction: Transaction.ID, to end: MediaTime) {
        var next: Transaction.ID? = transaction
        while let id = next, var entry = pending[id] {
            entry.end = max(entry.end, end)
            pending[id] = entry
            next = entry.parent
        }
    }

    /// Removes running animations that match a predicate, and marks their transactions as unfinished.
    mutating func stop(at time: MediaTime, where isStopped: (Running) -> Bool) {
        var touched: Set<Transaction.ID> = []
        for running in running where isStopped(running) {
            // An animation that has already ended, and only fills, was not cut short.
            if let end = running.animation.timing.end, end <= time { continue }
            touched.insert(running.transaction)
        }
        running.removeAll(where: isStopped)
        for id in touched {
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
    func isInside(_ transaction: Transaction.ID, _ outer: Transaction.ID) -> Bool {
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
