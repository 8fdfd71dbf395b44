import Numbers

/// A monitor of the free space in the directories of items that wait for space.
struct FreeSpaceMonitor {
    /// The space that must remain free in addition to what an item needs, for other items and the file system itself.
    static let margin: Int64 = 1 << 20

    private let freeBytes: @Sendable (String) -> Int64?
    /// The space that was free in each directory when its items were last retried or last failed.
    private var before: [String: Int64] = [:]

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - freeBytes: Returns the free bytes in a directory; nil if they are unknown. Nothing is free on a volume
    ///     that is mounted read-only.
    ///   - rules: The rules of this machine; directories that they do not allow are not examined.
    init(freeBytes: @escaping @Sendable (String) -> Int64?, rules: WorkerRules? = nil) {
        self.freeBytes = { directory in
            if let rules, rules.root(ofDirectory: directory) == nil { return nil }
            return FreeSpace.isReadOnly(directory) ? 0 : freeBytes(directory).map { ByteCount(clamping: $0).bytes }
        }
    }

    /// Returns the directories that have enough free space.
    ///
    /// If items of a directory failed although enough space seemed free, for example because of a quota, the free space
    /// must first increase. Otherwise the items would be retried without end.
    ///
    /// - Parameter needs: The number of bytes that the smallest item of each directory needs.
    /// - Returns: The directories with enough space.
    mutating func directoriesWithSpace(among needs: [String: Int64]) -> Set<String> {
        before = before.filter { needs[$0.key] != nil }
        var result: Set<String> = []
        for (directory, needed) in needs {
            guard let free = freeBytes(directory), free >= ByteCount(clamping: needed).bytes + Self.margin else {
                continue
            }
            if let before = before[directory], free < before + Self.margin { continue }
            before[directory] = free
            result.insert(directory)
        }
        return result
    }

    /// Records the free space of a directory when an item in it has failed for lack of space.
    mutating func recordFailure(in directory: String) {
        if let free = freeBytes(directory) { before[directory] = free }
    }
}
