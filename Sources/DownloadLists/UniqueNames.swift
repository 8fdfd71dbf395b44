/// Gives every file of a list a name of its own.
///
/// Programs that read a list write two files of one name over each other, or number them in the order in which they arrive.
package struct UniqueNames: Sendable {
    /// How many names are remembered unless said; they take 16 MiB then.
    package static let rememberedCount = 750_000

    private let limit: Int
    /// The number to try next for a name; there is one for every name that is remembered.
    ///
    /// Names stand here by their hashes, for lists have millions. Two names of one hash, which hardly ever happens, cost a number.
    private var nextNumbers: [Int: Int] = [:]
    /// The last number that was given to a name that is not remembered.
    private var lastNumber: Int

    /// Begins with no name taken.
    ///
    /// - Parameter limit: How many names are remembered. Each further one gets a number that no other has, be it needed or not.
    package init(limit: Int = rememberedCount) {
        self.limit = limit
        lastNumber = limit
    }

    /// Takes a name.
    ///
    /// - Parameter name: A safe name.
    /// - Returns: The name, or the name with the first number that is free; upper and lower case count as the same, as they
    ///   do in many file systems.
    package mutating func take(_ name: String) -> String {
        guard nextNumbers.count < limit else { return takeNumbered(name) }
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

    /// Takes a name with a number that is given once, so that the names of this kind differ; one that is remembered is passed
    /// over.
    private mutating func takeNumbered(_ name: String) -> String {
        while true {
            lastNumber += 1
            let numbered = FileName.numbered(name, lastNumber)
            if nextNumbers[Self.key(of: numbered)] == nil { return numbered }
        }
    }

    private static func key(of name: String) -> Int { name.lowercased().hashValue }
}
