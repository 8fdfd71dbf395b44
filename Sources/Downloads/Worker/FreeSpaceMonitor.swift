/// Detects free space in directories in which items wait for it.
struct FreeSpaceMonitor {
    /// The space that must remain beyond the needs of an item, for other items and the file system itself.
    static let margin: Int64 = 1 << 20

    private let freeBytes: @Sendable (String) -> Int64?
    /// The space that was free in a directory when its items were last retried or last failed.
    private var before: [String: Int64] = [:]

    /// Creates a monitor.
    ///
    /// - Parameter freeBytes: Returns the free bytes in a directory; nil if they are unknown.
    init(freeBytes: @escaping @Sendable (String) -> Int64?) {
        self.freeBytes = freeBytes
    }

    /// Returns the directories that have enough free space.
    ///
    /// A directory whose items failed although enough space seemed free, for example because of a quota, must first
    /// have more
    /// of it. Otherwise its items would be attempted without end.
    ///
    /// - Parameter needs: The directories, with the bytes that the smallest of their items needs.
    /// - Returns: The directories with enough space.
    mutating func directoriesWithSpace(among needs: [String: Int64]) -> Set<String> {
        before = before.filter { needs[$0.key] != nil }
        var result: Set<String> = []
        for (directory, needed) in needs {
            guard let free = freeBytes(directory), free >= needed + Self.margin else { continue }
            if let before = before[directory], free < before + Self.margin { continue }
            before[directory] = free
            result.insert(directory)
        }
        return result
    }

    /// Records the free space of a directory in which an item has failed for lack of it.
    mutating func recordFailure(in directory: String) {
        if let free = freeBytes(directory) { before[directory] = free }
    }
}
