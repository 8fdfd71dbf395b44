/// A set of file names in a list, which makes every name unique.
///
/// Downloaders overwrite a file with another one of the same name, or number them in the order of arrival.
package struct UniqueNames: Sendable {
    /// The default number of remembered names, which take 16 MiB.
    package static let rememberedCount = 750_000

    private let limit: Int
    /// The next number of each remembered name.
    ///
    /// The keys are hashes of names, because lists have millions of names. A name whose hash collides gets a number.
    private var nextNumbers: [Int: Int] = [:]
    /// The last number of a name that is not remembered.
    private var lastNumber: Int

    /// Creates an empty set.
    ///
    /// - Parameter limit: The number of remembered names. Each further name gets a number of its own, needed or not.
    package init(limit: Int = rememberedCount) {
        self.limit = limit
        lastNumber = limit
    }

    /// Inserts a name and makes it unique.
    ///
    /// - Parameter name: A safe name.
    /// - Returns: The name, or the name with the first unused number. Upper and lower case are the same, as in many
    ///   file systems.
    package mutating func insert(_ name: String) -> String {
        guard nextNumbers.count < limit else { return numbered(name) }
        let key = Self.key(of: name)
        guard var number = nextNumbers[key] else {
            nextNumbers[key] = 1
            return name
        }
        while true {
            let numbered = FileName.numbered(name, number)
            number += 1
            let numberedKey = Self.key(of: numbered)
            guard nextNumbers[numberedKey] == nil else { continue }
            nextNumbers[numberedKey] = 1
            nextNumbers[key] = number
            return numbered
        }
    }

    /// Returns a name with a number that is used only once, and skips remembered names.
    private mutating func numbered(_ name: String) -> String {
        while true {
            lastNumber += 1
            let numbered = FileName.numbered(name, lastNumber)
            if nextNumbers[Self.key(of: numbered)] == nil { return numbered }
        }
    }

    private static func key(of name: String) -> Int { name.lowercased().hashValue }
}
