/// Notices when there is room again in directories in which items wait for it.
struct FreeSpaceMonitor {
    /// What must be free beyond what an item needs, for its neighbours and the file system itself.
    static let margin: Int64 = 1 << 20

    private let freeBytes: @Sendable (String) -> Int64?
    /// What was free in a directory when its items were last let go on, or last failed.
    private var before: [String: Int64] = [:]

    /// Makes a watch.
    ///
    /// - Parameter freeBytes: Tells how much is free in a directory; nil when nobody knows.
    init(freeBytes: @escaping @Sendable (String) -> Int64?) {
        self.freeBytes = freeBytes
    }

    /// Tells which directories have room.
    ///
    /// A directory whose items fail although there seems to be room, because of a quota for instance, must first have got
    /// more of it: else they would be tried without end.
    ///
    /// - Parameter cramped: The directories, with the bytes that the least of their items needs.
    /// - Returns: Those with room.
    mutating func roomy(_ cramped: [String: Int64]) -> Set<String> {
        before = before.filter { cramped[$0.key] != nil }
        var roomy: Set<String> = []
        for (directory, needed) in cramped {
            guard let free = freeBytes(directory), free >= needed + Self.margin else { continue }
            if let before = before[directory], free < before + Self.margin { continue }
            before[directory] = free
            roomy.insert(directory)
        }
        return roomy
    }

    /// Hears that an item had no room.
    ///
    /// - Parameter directory: Its directory.
    mutating func noteFull(_ directory: String) {
        if let free = freeBytes(directory) { before[directory] = free }
    }
}
