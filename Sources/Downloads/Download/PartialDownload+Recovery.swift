import DownloadQueue

extension PartialDownload {
    /// Brings to its end what a worker began that stopped between naming the file and recording that it is done.
    ///
    /// - Returns: The item if it is done now; nil when it has to be downloaded.
    func recover() throws -> QueueItem? {
        guard let sha256 = item.sha256, let fileName = item.fileName, let partName = item.partName else { return nil }
        let part = try directory.entry(partName)
        let final = try directory.entry(fileName)
        switch (part, final) {
        case (.file(_, let inode), .file(_, let other)) where inode == other:
            // The file system has no RENAME_NOREPLACE: the link was made, the old name not yet deleted.
            try directory.unlink(partName)
            return try complete()
        case (.file, _):
            guard let file = try directory.openPart(partName), try hash(file) == sha256 else { break }
            let finished = FinishedDownload(
                site: self, body: .part(file), content: item.content, digests: [.sha256: sha256])
            return try CommitBatch.commit([finished])[0].get()
        case (nil, .file):
            if let file = try directory.openPart(fileName), try hash(file) == sha256 { return try complete() }
        default: break
        }
        try record(.progressed(.nothing))
        return nil
    }

    private func complete() throws -> QueueItem {
        if options.durability == .full { try directory.sync() }
        return try record(.completed)
    }

    private func hash(_ file: PartFile) throws -> String {
        let hasher = PartHasher(file: file, algorithms: [])
        return try hasher.finish(file.size())[.sha256] ?? ""
    }
}
