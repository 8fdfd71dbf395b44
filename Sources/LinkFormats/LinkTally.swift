/// The number of links that a format has written, and of those that it has omitted.
package struct LinkTally: Sendable, Equatable {
    /// The number of links written.
    package private(set) var written = 0
    /// The number of links omitted, by reason.
    ///
    /// Repeated links are not counted: if a format writes each URL once, omitting a repeated one loses nothing.
    package private(set) var omissions: [LinkOmission: Int] = [:]

    /// Creates a tally of no links.
    package init() {}

    /// Counts a link.
    ///
    /// - Parameter omission: The reason why the link was omitted; nil if it was written.
    package mutating func register(_ omission: LinkOmission?) {
        switch omission {
        case nil: written += 1
        case .repeated?: break
        case let omission?: omissions[omission, default: 0] += 1
        }
    }

    /// Adds the links of another tally.
    package mutating func add(_ other: LinkTally) {
        written += other.written
        for (omission, count) in other.omissions { omissions[omission, default: 0] += count }
    }
}

/// The indices of some links of a batch.
package enum LinkIndices: Sendable {
    /// All links of the batch.
    case all
    /// The links with these indices, in ascending order.
    case some([Int])

    /// Calls a closure with each index until it returns false.
    ///
    /// - Parameters:
    ///   - count: The number of links in the batch.
    ///   - body: Receives the indices; returns false to stop.
    @inline(__always)
    func forEach(in count: Int, _ body: (Int) -> Bool) {
        switch self {
        case .all: for index in 0..<count where !body(index) { return }
        case .some(let indices): for index in indices where !body(index) { return }
        }
    }
}
