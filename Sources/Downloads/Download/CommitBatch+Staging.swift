/// The staged files of downloads whose part files are in the work directory.
extension CommitBatch {
    /// Deletes the staged files that could not be published; their part files are kept for the next attempt.
    func discardUnusedStagedFiles() {
        for entry in entries where entry.isStaged {
            if case .success = entry.result { continue }
            try? entry.download.location?.unlink()
        }
    }
}

extension CommitBatch.Entry {
    /// True for a complete file with a hidden name in its destination.
    var isStaged: Bool { partial.work != nil && download.location?.directory === partial.directory }
}
