/// The kinds of data of a list that were left out, each with the number of entries that had it.
package struct ListOmissions: Sendable, Hashable {
    /// A kind of data that was left out.
    package struct Kind: Sendable, Hashable {
        /// The kind, such as `mirrors`.
        package var what: String
        /// The number of entries.
        package var count: Int
    }

    /// The kinds, in the order in which they were found.
    package private(set) var kinds: [Kind] = []

    /// The indices of the kinds by name.
    private var indices: [String: Int] = [:]

    /// The maximum number of kinds; a list can invent more, which count as one.
    private static let limit = 50

    /// Creates an empty set of omissions.
    package init() {}

    /// A message for the user about each kind of data.
    package var notes: [String] {
        kinds.map { "\($0.what): left out of \($0.count) \($0.count == 1 ? "entry" : "entries")" }
    }

    /// Records that a kind of data was left out of further entries.
    ///
    /// - Parameters:
    ///   - what: The kind, such as `mirrors`.
    ///   - count: The number of entries.
    mutating func add(_ what: String, count: Int = 1) {
        let what = kinds.count < Self.limit || indices[what] != nil ? what : "other data"
        if let index = indices[what] {
            kinds[index].count += count
        } else {
            indices[what] = kinds.count
            kinds.append(Kind(what: what, count: count))
        }
    }
}
