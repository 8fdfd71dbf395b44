/// A set of small numbers that is emptied in constant time and keeps the order of insertion (Briggs and Torczon, 1993).
struct SparseSet: Sequence {
    private var members: [Int] = []
    private var places: [Int]

    /// Makes an empty set.
    ///
    /// - Parameter capacity: Its members are from 0 to below this.
    init(capacity: Int) {
        members.reserveCapacity(capacity)
        places = Array(repeating: 0, count: capacity)
    }

    /// Whether it has no members.
    var isEmpty: Bool { members.isEmpty }

    /// Adds a number; tells whether it was not there before.
    mutating func insert(_ number: Int) -> Bool {
        let place = places[number]
        if place < members.count && members[place] == number { return false }
        places[number] = members.count
        members.append(number)
        return true
    }

    /// Empties the set.
    mutating func removeAll() { members.removeAll(keepingCapacity: true) }

    func makeIterator() -> IndexingIterator<[Int]> { members.makeIterator() }
}
