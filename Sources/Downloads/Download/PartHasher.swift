import Dispatch
import DownloadQueue
import Synchronization

/// Hashes a part file from its start on, behind the writing and on another thread.
///
/// It reads what was just written back from the page cache: that costs a copy, but no buffers that would have to be handed
/// over, and pieces that come out of order need no special care.
final class PartHasher: Sendable {
    private struct Work {
        var hashers: [DigestHasher] = []
        var offset: Int64 = 0
        var failure: (any Error)?
    }

    private static let queue = DispatchQueue(label: "leftoff.hash", attributes: .concurrent)

    /// What is read at once; it stays in the processor's cache.
    private static let blockBytes = 256 << 10

    /// So much has to lie ready to be worth the change of threads.
    private static let stretchBytes: Int64 = 2 << 20

    private let file: PartFile
    private let algorithms: [DigestAlgorithm]
    private let frontier = Atomic<Int64>(0)
    private let scheduledTo = Atomic<Int64>(0)
    private let isStopped = Atomic<Bool>(false)
    private let work = Mutex(Work())

    /// Makes a hasher that has read nothing yet.
    ///
    /// - Parameters:
    ///   - file: The part file.
    ///   - algorithms: The algorithms beside SHA-256.
    init(file: PartFile, algorithms: some Sequence<DigestAlgorithm>) {
        self.file = file
        self.algorithms = Array(Set(algorithms).union([.sha256]))
    }

    /// Learns that the file is written from its start up to here.
    ///
    /// - Parameter offset: Where the first gap is.
    func advance(to offset: Int64) {
        frontier.store(offset, ordering: .releasing)
        guard offset - scheduledTo.load(ordering: .relaxed) >= Self.stretchBytes else { return }
        scheduledTo.store(offset, ordering: .relaxed)
        Self.queue.async { self.catchUp() }
    }

    /// Forgets what was read: some of it is written anew.
    ///
    /// - Parameter offset: Where the first gap is now.
    func startOver(_ offset: Int64) {
        work.withLock { work in
            work = Work()
            frontier.store(offset, ordering: .releasing)
        }
        scheduledTo.store(0, ordering: .relaxed)
    }

    /// Stops reading; the file is not wanted any more.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Reads the rest on the caller's thread and ends the computation.
    ///
    /// - Parameter count: The size of the file.
    /// - Returns: The digest of each algorithm, in lowercase hexadecimal digits.
    /// - Throws: ``QueueFailure``.
    func finish(_ count: Int64) throws -> [DigestAlgorithm: String] {
        frontier.store(count, ordering: .releasing)
        return try work.withLock { work in
            // Only once: a hasher that has ended cannot go on.
            defer { work = Work() }
            if let failure = work.failure { throw failure }
            try read(&work, upTo: count)
            return try Dictionary(uniqueKeysWithValues: work.hashers.map { ($0.algorithm, try $0.finish()) })
        }
    }

    private func catchUp() {
        work.withLock { work in
            guard work.failure == nil else { return }
            do {
                try read(&work, upTo: frontier.load(ordering: .acquiring))
            } catch {
                work.failure = error
            }
        }
    }

    private func read(_ work: inout Work, upTo end: Int64) throws {
        if work.hashers.isEmpty { work.hashers = try algorithms.map { try DigestHasher($0) } }
        guard work.offset < end else { return }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockBytes, alignment: 4_096)
        defer { block.deallocate() }
        while work.offset < end, !isStopped.load(ordering: .relaxed) {
            let wanted = Int(min(Int64(block.count), end - work.offset))
            let target = UnsafeMutableRawBufferPointer(rebasing: block[..<wanted])
            guard try file.read(into: target, at: work.offset) == wanted else {
                throw QueueFailure(.disk, "\(file.path): somebody else has cut it")
            }
            for hasher in work.hashers { try hasher.update(UnsafeRawBufferPointer(target)) }
            work.offset += Int64(wanted)
        }
    }
}
