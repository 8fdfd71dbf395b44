import DownloadQueue
import Synchronization

/// Publishing a part file of the work directory in its destination, which may be on another file system.
///
/// The complete file is staged: its bytes are written to a hidden name in the destination and made durable. Then it is
/// renamed. The hidden name contains the token of the part file, which was recorded before the staged file is created.
/// The next attempt, on any machine, first deletes the staged file by that name. After that, a worker that was
/// suspended just before the rename has nothing left to rename, and a file that has the final name and the recorded
/// digest was published before.
extension PartialDownload {
    /// A request to end the staging of a file.
    private final class Cancellation: Sendable {
        private let state = Atomic(false)

        var isRequested: Bool { state.load(ordering: .relaxed) }

        func request() { state.store(true, ordering: .relaxed) }
    }

    /// Stages the complete file if the destination is on another file system than the work directory.
    ///
    /// - Parameter download: A download whose bytes have all been received.
    /// - Returns: The download with its staged file, or the unchanged one.
    /// - Throws: ``QueueFailure``, ``QueueError/leaseLost(id:)``, and `CancellationError`. No staged file is left then.
    func stagedInDestination(_ download: FinishedDownload) async throws -> FinishedDownload {
        guard let work, !WorkDirectory.isOnFileSystem(work.directory.path, of: directory.path) else { return download }
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await run { [self] in
                try stage(download) { if cancellation.isRequested { throw CancellationError() } }
            }
        } onCancel: {
            cancellation.request()
        }
    }

    /// Stages the complete file; blocks on the disk.
    ///
    /// - Parameters:
    ///   - download: A download whose bytes are in the part file.
    ///   - check: Called before each block; an error that it throws ends the staging.
    /// - Returns: The download with its staged file.
    /// - Throws: ``QueueFailure``, ``QueueError/leaseLost(id:)``, and the errors of `check`. No staged file is left
    ///   then.
    func stage(_ download: FinishedDownload, check: () throws -> Void = {}) throws -> FinishedDownload {
        guard case .part(let file) = download.body, let token = download.content.partToken else {
            throw Self.missingPartName
        }
        let location = PartLocation(directory: directory, name: WorkDirectory.stagedName(token: token))
        guard let staged = try directory.createFile(location.name, [], isPrivate: options.overwrites) else {
            throw QueueFailure(.disk, "\(location.path): another program has created the file")
        }
        do {
            let count = try file.copy(to: staged) { count in
                try options.freeSpace.reserve(count, in: directory.path)
                try journal.checkLease()
                try check()
            }
            guard count == download.content.durableBytes else {
                throw QueueFailure(.disk, "\(file.path): another program has changed its size")
            }
            // A file server may report only now that its disk is full.
            if options.durability == .full { try staged.syncData() }
        } catch {
            try? location.unlink()
            throw error
        }
        var result = download
        result.body = .part(staged)
        result.location = location
        return result
    }

    /// Deletes the staged file of an earlier attempt, after which no suspended worker can publish it any more.
    func discardStagedFile() throws {
        guard let token = item.content.partToken else { return }
        try directory.unlink(WorkDirectory.stagedName(token: token))
    }

    /// Finishes a download whose file an earlier attempt has published, possibly on another machine.
    ///
    /// - Parameters:
    ///   - fileName: The recorded name.
    ///   - sha256: The recorded digest.
    /// - Returns: The item, which is done; nil if the file with the name has another digest or does not exist.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func adopt(_ fileName: String, sha256: String) throws -> QueueItem? {
        guard let file = try directory.openComplete(fileName), try file.size() == item.content.durableBytes,
            try PartHasher.sha256(of: file) == sha256
        else { return nil }
        let location = partLocation
        let done = try complete()
        // If this fails, a later run deletes the file.
        try? location?.unlink()
        return done
    }
}
