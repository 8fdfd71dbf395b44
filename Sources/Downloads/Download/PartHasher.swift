import Dispatch
import DownloadQueue
import Synchronization
import Syntax

/// Hashes a part file from its start on another thread, while the file is being written.
///
/// It reads the written bytes back from the page cache. This costs a copy, but no buffers have to be passed between
/// threads, and pieces that are received out of order need no special treatment.
final class PartHasher: Sendable {
    private struct State {
        var hashers: [DigestHasher] = []
        var offset: Int64 = 0
        var failure: (any Error)?
    }

    private static let queue = DispatchQueue(label: "leftoff.hash", attributes: .concurrent)

    /// The size of one read, which fits into the processor's cache even if several files are hashed at once.
    private static let blockBytes = 64 << 10

    /// The number of unread bytes for which hashing is scheduled on another thread.
    private static let schedulingThreshold: Int64 = 2 << 20

    private let file: PartFile
    private let algorithms: [DigestAlgorithm]
    private let frontier = Atomic<Int64>(0)
    private let scheduledTo = Atomic<Int64>(0)
    private let isStopped = Atomic<Bool>(false)
    private let state = Mutex(State())

    /// Creates a hasher that computes SHA-256 and the given digests.
    init(file: PartFile, algorithms: some Sequence<DigestAlgorithm>) {
        self.file = file
        self.algorithms = Array(Set(algorithms).subtracting([.sha256]))
    }

    /// Returns the SHA-256 of a complete file.
    static func sha256(of file: PartFile) throws -> String {
        try PartHasher(file: file, algorithms: []).finish(file.size()).sha256
    }

    /// Reports that the file has been written from its start up to an offset.
    func advance(to offset: Int64) {
        frontier.store(offset, ordering: .releasing)
        guard offset - scheduledTo.load(ordering: .relaxed) >= Self.schedulingThreshold else { return }
        scheduledTo.store(offset, ordering: .relaxed)
        Self.queue.async { self.catchUp() }
    }

    /// Discards the computation, because some of the bytes are written again; `offset` is the new end of the contiguous
    /// bytes.
    func startOver(_ offset: Int64) {
        state.withLock { state in
            state = State()
            frontier.store(offset, ordering: .releasing)
        }
        scheduledTo.store(0, ordering: .relaxed)
    }

    /// Stops reading a file that is no longer needed.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Hashes the rest on the caller's thread and returns the digests.
    ///
    /// - Parameter count: The size of the file in bytes.
    /// - Returns: The digests.
    /// - Throws: ``QueueFailure``.
    func finish(_ count: Int64) throws -> FileDigests {
        frontier.store(count, ordering: .releasing)
        return try state.withLock { state in
            // A hasher cannot be updated after it has ended.
            defer { state = State() }
            if let failure = state.failure { throw failure }
            try read(&state, upTo: count)
            let digests = try state.hashers.map { ($0.algorithm, try $0.finish()) }
            guard let sha256 = digests.first(where: { $0.0 == .sha256 })?.1 else {
                throw QueueFailure(.internal, "\(file.path): no SHA-256 was computed")
            }
            return FileDigests(sha256: sha256, others: Dictionary(digests) { first, _ in first })
        }
    }

    private func catchUp() {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                try read(&state, upTo: frontier.load(ordering: .acquiring))
            } catch {
                state.failure = error
            }
        }
    }

    private func read(_ state: inout State, upTo end: Int64) throws {
        if state.hashers.isEmpty { state.hashers = try ([.sha256] + algorithms).map { try DigestHasher($0) } }
        guard state.offset < end else { return }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockBytes, alignment: 4_096)
        defer { block.deallocate() }
        while state.offset < end, !isStopped.load(ordering: .relaxed) {
            let wanted = Int(min(Int64(block.count), end - state.offset))
            let target = UnsafeMutableRawBufferPointer(rebasing: block[..<wanted])
            guard try file.read(into: target, at: state.offset) == wanted else {
                throw QueueFailure(.disk, "\(file.path): another program has truncated the file")
            }
            for hasher in state.hashers { try hasher.update(UnsafeRawBufferPointer(target)) }
            state.offset += Int64(wanted)
        }
    }
}

/// The computed digests of a complete file; SHA-256 is always among them.
struct FileDigests: Sendable {
    /// The SHA-256 in lowercase hexadecimal digits.
    let sha256: String

    /// The digests of the other algorithms by which the file is checked.
    private let others: [DigestAlgorithm: String]

    /// Creates the digests of a file.
    init(sha256: String, others: [DigestAlgorithm: String] = [:]) {
        self.sha256 = sha256
        self.others = others
    }

    /// The digest of an algorithm; nil if it was not computed.
    subscript(algorithm: DigestAlgorithm) -> String? {
        algorithm == .sha256 ? sha256 : others[algorithm]
    }
}
