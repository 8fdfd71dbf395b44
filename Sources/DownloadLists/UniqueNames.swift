/// A set of the file names in a list, which makes every new name unique.
///
/// If two files have the same name, a downloader overwrites the first one, or numbers them in the order in which they
/// arrive.
package struct UniqueNames: Sendable {
    /// The default number of names that are remembered; they take up 16 MiB.
    package static let rememberedCount = 750_000

    private let limit: Int
    /// The next number of each remembered name.
    ///
    /// The keys are hashes, because lists have millions of names. If two names have the same hash, the second one gets
    /// a number.
    private var nextNumbers: [Int: Int] = [:]
    /// The last number that was appended to a name that is not remembered.
    private var lastNumber: Int

    /// Creates an empty set.
    ///
    /// - Parameter limit: The number of names that are remembered. Each further name gets a number of its own, even if
    ///   it is unique.
    package init(limit: Int = rememberedCount) {
        self.limit = limit
        lastNumber = limit
    }

    /// Inserts a name and makes it unique.
    ///
    /// - Parameter name: A safe name.
    /// - Returns: The name, or the name with the first unused number. Case is ignored, as in many file systems.
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

    /// Returns a name with a number that no other name has; numbers that would produce a remembered name are skipped.
    private mutating func numbered(_ name: String) -> String {
        while true {
            lastNumber += 1
            let numbered = FileName.numbered(name, lastNumber)
            if nextNumbers[Self.key(of: numbered)] == nil { return numbered }
        }
    }

    private static func key(of name: String) -> Int { name.lowercased().hashValue }
}
