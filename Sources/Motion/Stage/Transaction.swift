/// Changes that belong together: they begin at once, and one completion follows when all of them have ended.
package struct Transaction: Sendable {
    /// A transaction's number; one that began later has a higher one.
    package struct ID: Sendable, Hashable, Comparable {
        /// The number.
        package let number: Int

        /// Whether the first began before the second.
        package static func < (a: ID, b: ID) -> Bool { a.number < b.number }
    }

    enum Change: Sendable {
        case number(Int, LayerState.NumberKey, Double)
        case point(Int, LayerState.PointKey, Point)
        case animation(Int, LayerAnimation)
        case nested(Transaction)
    }

    /// What gets its completion.
    package let id: ID
    /// How long a change takes, in seconds.
    package var duration: MediaTime
    /// How time is bent within a change.
    package var function: TimingFunction
    /// How long after the transaction its changes begin, in seconds.
    package var delay: MediaTime
    /// A spring that pulls values to their places, for as long as it takes; nil for the function.
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

    /// Gives a layer's number another value, to which it goes from what is seen now.
    ///
    /// - Parameters:
    ///   - key: The property.
    ///   - layer: The layer.
    ///   - value: The new value of the model.
    package mutating func set(_ key: LayerState.NumberKey, of layer: Stage.LayerID, to value: Double) {
        changes.append(.number(layer.index, key, value))
    }

    /// Gives a layer's point another value, to which it goes from what is seen now.
    ///
    /// - Parameters:
    ///   - key: The property.
    ///   - layer: The layer.
    ///   - value: The new value of the model.
    package mutating func set(_ key: LayerState.PointKey, of layer: Stage.LayerID, to value: Point) {
        changes.append(.point(layer.index, key, value))
    }

    /// Adds an animation over a layer's properties, which leaves the model as it is.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - animation: The animation; its begin counts from the transaction.
    package mutating func animate(_ layer: Stage.LayerID, _ animation: LayerAnimation) {
        changes.append(.animation(layer.index, animation))
    }

    /// Adds a transaction whose end this one waits for.
    ///
    /// - Parameters:
    ///   - duration: How long a change takes; nil for this one's.
    ///   - function: How time is bent within a change; nil for this one's.
    ///   - delay: How long after the transaction its changes begin.
    ///   - body: Makes the changes.
    /// - Returns: What gets its completion.
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
