package import DownloadQueue

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension QueueItem {
    /// Returns the item with the number of bytes that have been written, if a worker of any process is writing its
    /// part file.
    ///
    /// A worker records bytes only once they are durable, at most every two seconds. Reading the size of the part file
    /// costs the worker nothing.
    ///
    /// - Parameters:
    ///   - workDirectory: The path of the work directory of this machine; nil for none.
    ///   - rules: The rules of this machine, outside of which no file is examined; nil if the items decide.
    /// - Returns: The item with more ``bytes``; the unchanged item if its part file cannot be read, for example because
    ///   another machine writes it.
    package func withWrittenBytes(workDirectory: String? = nil, rules: WorkerRules? = nil) -> QueueItem {
        guard state == .running, content.boot == BootIdentity.current, let path = partPath(workDirectory, rules),
            let count = written(to: path), count > content.durableBytes
        else { return self }
        var item = self
        item.content.durableBytes = min(count, content.total ?? count)
        return item
    }

    private func partPath(_ workDirectory: String?, _ rules: WorkerRules?) -> String? {
        guard let token = content.partToken else {
            guard let partName, DestinationDirectory.isPart(partName),
                rules?.root(ofDirectory: directory) != nil || rules == nil
            else { return nil }
            return "\(directory)/\(partName)"
        }
        return workDirectory.map { "\($0)/\(WorkDirectory.partName(of: id, token: token))" }
    }

    private func written(to path: String) -> Int64? {
        guard var map = PieceMap(content) else { return nil }
        // The file is not locked, because its worker has locked it. A pipe of this name must not block.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard map.isSplit, let total = content.total else { return Int64(status.st_size) }
        let marks = PartFile.marks(of: map.written.count, total: total) { block, offset in
            max(0, pread(descriptor, block.baseAddress, block.count, off_t(offset)))
        }
        for (piece, count) in marks.enumerated() { map.raise(piece, to: count) }
        return map.count
    }
}
