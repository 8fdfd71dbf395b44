/// A set of small integers that is cleared in constant time and keeps the order of insertion (Briggs and Torczon,
/// 1993).
struct SparseSet: Sequence {
    private var members: [Int] = []
    private var indices: [Int]

    /// Creates an empty set.
    ///
    /// - Parameter capacity: The exclusive upper bound of the members.
    init(capacity: Int) {
        members.reserveCapacity(capacity)
        indices = Array(repeating: 0, count: capacity)
    }

    /// True if the set has no members.
    var isEmpty: Bool { members.isEmpty }

    /// Adds a number; returns true if it was not a member before.
    mutating func insert(_ number: Int) -> Bool {
        let index = indices[number]
        if index < members.count && members[index] == number { return false }
        indices[number] = members.count
        members.append(number)
        return true
    }

    /// Removes all members.
    mutating func removeAll() { members.removeAll(keepingCapacity: true) }

    func makeIterator() -> IndexingIterator<[Int]> { members.makeIterator() }
}
