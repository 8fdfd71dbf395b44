/// Making the files of a batch and their names durable.
extension CommitBatch {
    /// Makes files durable.
    ///
    /// The files of a directory are made durable together if there are many. If that fails, each file is made durable
    /// by itself, so that an error concerns only its own file.
    ///
    /// - Parameter indices: The entries whose attributes have been set.
    /// - Returns: The entries that are durable, or need not be.
    mutating func sync(_ indices: [Int]) -> [Int] {
        var counts: [ObjectIdentifier: Int] = [:]
        for index in indices where entries[index].partial.options.durability == .full {
            counts[ObjectIdentifier(entries[index].partial.directory), default: 0] += 1
        }
        var synced: [ObjectIdentifier: Bool] = [:]
        return perform(for: indices) { entry in
            let partial = entry.partial
            guard partial.options.durability == .full, case .part(let file) = entry.download.body else { return true }
            let directory = ObjectIdentifier(partial.directory)
            if counts[directory, default: 0] >= FileSystemSync.leastFiles {
                let isSynced = synced[directory] ?? partial.directory.syncFileSystem()
                synced[directory] = isSynced
                if isSynced { return true }
            }
            try partial.sync(file)
            return true
        }
    }

    /// Makes the new names durable, with one sync for each directory.
    ///
    /// - Parameter indices: The renamed entries.
    /// - Returns: The entries whose directory is durable, or need not be.
    mutating func syncDirectories(of indices: [Int]) -> [Int] {
        var results: [ObjectIdentifier: Result<Void, any Error>] = [:]
        return perform(for: indices) { entry in
            guard entry.partial.options.durability == .full else { return true }
            let directory = entry.partial.directory
            let result = results[ObjectIdentifier(directory)] ?? Result { try directory.sync() }
            results[ObjectIdentifier(directory)] = result
            try result.get()
            return true
        }
    }
}
