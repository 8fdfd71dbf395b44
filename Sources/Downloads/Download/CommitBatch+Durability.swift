/// Making the files of a batch and their names durable.
extension CommitBatch {
    /// Makes files durable.
    ///
    /// The files that this batch has created in a directory are made durable together if there are many. If that fails,
    /// each file is made durable by itself, so that an error concerns only its own file.
    ///
    /// - Parameter indices: The entries whose attributes have been set.
    /// - Returns: The entries that are durable, or need not be.
    mutating func sync(_ indices: [Int]) -> [Int] {
        var counts: [ObjectIdentifier: Int] = [:]
        for index in indices where entries[index].canShareSync {
            counts[ObjectIdentifier(entries[index].partial.directory), default: 0] += 1
        }
        var synced: [ObjectIdentifier: Bool] = [:]
        return perform(for: indices) { entry in
            let partial = entry.partial
            guard partial.options.durability == .full, case .part(let file) = entry.download.body else { return true }
            let directory = ObjectIdentifier(partial.directory)
            if entry.canShareSync, counts[directory, default: 0] >= FileSystemSync.leastFiles {
                let isSynced = synced[directory] ?? partial.directory.syncFileSystem()
                synced[directory] = isSynced
                if isSynced { return true }
            }
            // An error of the staged file says nothing about the part file in the work directory.
            try entry.isStaged ? file.syncData() : partial.sync(file)
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

extension CommitBatch.Entry {
    /// True for a file that is made durable and that this batch has created.
    ///
    /// An error of writing an older file may have been reported to the sync of an earlier batch, and is not reported to
    /// another sync of the same directory.
    fileprivate var canShareSync: Bool {
        guard partial.options.durability == .full, case .part(let file) = download.body else { return false }
        // Part files that were opened or created during a download are published only by the commit.
        return file.isPublished
    }
}
