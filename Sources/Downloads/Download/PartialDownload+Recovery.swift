import DownloadQueue

extension PartialDownload {
    /// Finishes a download whose worker ended between renaming the file and recording that it is done.
    ///
    /// - Returns: The item if it is done now; nil if it has to be downloaded.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func recover() throws -> QueueItem? {
        try discardStagedFile()
        guard let sha256 = item.sha256, let fileName = item.fileName, let partName = item.partName else { return nil }
        // A complete part file in the work directory is published as after any other interruption.
        guard work == nil, item.content.partToken == nil else { return try adopt(fileName, sha256: sha256) }
        let part = try directory.entry(partName)
        let final = try directory.entry(fileName)
        switch (part, final) {
        case (.file(_, let inode), .file(_, let other)) where inode == other:
            // The rename was done without RENAME_NOREPLACE: the link was created, but the old name was not deleted.
            try directory.unlink(partName)
            return try complete()
        case (.file, _):
            guard let file = try directory.openPart(partName), try PartHasher.sha256(of: file) == sha256 else { break }
            let finished = FinishedDownload(
                partial: self, body: .part(file), content: item.content, digests: FileDigests(sha256: sha256))
            return try CommitBatch.commit([finished])[0].get()
        case (nil, .file):
            if let file = try directory.openComplete(fileName), try PartHasher.sha256(of: file) == sha256 {
                return try complete()
            }
        default: break
        }
        try record(.progressed(.nothing))
        return nil
    }

    /// Makes the final name durable, and records that the download is done.
    func complete() throws -> QueueItem {
        if options.durability == .full { try directory.sync() }
        return try record(.completed)
    }
}
