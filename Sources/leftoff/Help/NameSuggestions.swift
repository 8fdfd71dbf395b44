/// Suggestions for a misspelt name.
enum NameSuggestions {
    /// The maximum number of suggestions.
    private static let maximumCount = 3

    /// Returns the names that are most similar to a word.
    ///
    /// - Parameters:
    ///   - word: The misspelt name.
    ///   - names: The valid names.
    /// - Returns: The names with the smallest number of edits, if at most a third of the word has to be edited, and
    ///   those that begin with the word; at most three, in their order.
    static func nearest(to word: String, among names: [String]) -> [String] {
        // A longer word is no misspelling, and the comparison takes quadratic time.
        guard !word.isEmpty, word.count <= 32 else { return [] }
        let distances = names.map { distance(from: Array(word.lowercased()), to: Array($0)) }
        let limit = min(distances.min() ?? 0, max(1, (word.count + 1) / 3))
        let near = zip(names, distances).filter { name, distance in
            distance <= limit || (word.count > 1 && name.hasPrefix(word))
        }
        return near.prefix(maximumCount).map(\.0)
    }

    /// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one word into
    /// another (optimal string alignment distance).
    private static func distance(from source: [Character], to target: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...target.count)
        for row in source.indices {
            var current = [row + 1]
            for column in target.indices {
                let isEqual = source[row] == target[column]
                var cost = min(previous[column] + (isEqual ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[target.count]
    }
}
