/// What was found out about many keys, of which the oldest are forgotten when all of it costs too much.
struct BoundedCache<Answer: Sendable>: Sendable {
    private var answers: [String: (answer: Answer, cost: Int)] = [:]
    private var order: [String] = []
    private var cost = 0
    private let maximumCost: Int

    /// Begins with nothing known.
    ///
    /// - Parameter maximumCost: What all answers may cost in memory, about, in bytes.
    init(maximumCost: Int) {
        self.maximumCost = maximumCost
    }

    /// The answer for a key; nil when there was none, or it is forgotten.
    subscript(key: String) -> Answer? { answers[key]?.answer }

    /// Takes note of an answer, in place of an older one.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - key: What it is about.
    ///   - cost: What it costs in memory, about, in bytes.
    mutating func insert(_ answer: Answer, for key: String, cost: Int) {
        if let old = answers.updateValue((answer, cost), forKey: key) {
            self.cost -= old.cost
        } else {
            order.append(key)
        }
        self.cost += cost
        forgetOldest()
    }

    private mutating func forgetOldest() {
        guard cost > maximumCost else { return }
        // A quarter at once, so that it is seldom.
        var forgotten = 0
        while cost > maximumCost / 4 * 3, forgotten < order.count - 1 {
            cost -= answers.removeValue(forKey: order[forgotten])?.cost ?? 0
            forgotten += 1
        }
        order.removeFirst(forgotten)
    }
}
