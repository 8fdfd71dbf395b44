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
    package var spring: Spring?
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
    package mutating func animate(_ layer: Stage.LayerID, _ animation: LayerAnimation) {
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
    package mutating func nested(
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
