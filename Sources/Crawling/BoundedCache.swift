/// A cache that removes its oldest values when their total cost exceeds a limit.
struct BoundedCache<Value: Sendable>: Sendable {
    private var values: [String: (value: Value, cost: Int)] = [:]
    private var order: [String] = []
    private var cost = 0
    private let maximumCost: Int

    /// Creates an empty cache.
    ///
    /// - Parameter maximumCost: The maximum total cost, as an estimate in bytes of memory.
    init(maximumCost: Int) {
        self.maximumCost = maximumCost
    }

    /// The value for a key; nil if there was none or it was removed.
    subscript(key: String) -> Value? { values[key]?.value }

    /// Inserts a value, or replaces an older one.
    ///
    /// - Parameters:
    ///   - value: The value to keep.
    ///   - key: The key under which the value is found.
    ///   - cost: An estimate of its memory in bytes.
    mutating func insert(_ value: Value, for key: String, cost: Int) {
        if let old = values.updateValue((value, cost), forKey: key) {
            self.cost -= old.cost
        } else {
            order.append(key)
        }
        self.cost += cost
        removeOldest()
    }

    private mutating func removeOldest() {
        guard cost > maximumCost else { return }
        // A quarter is removed at a time, because removing from the front of the order moves the whole array.
        var removed = 0
        while cost > maximumCost / 4 * 3, removed < order.count - 1 {
            cost -= values.removeValue(forKey: order[removed])?.cost ?? 0
            removed += 1
        }
        order.removeFirst(removed)
    }
}
