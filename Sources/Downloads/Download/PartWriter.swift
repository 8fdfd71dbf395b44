import Synchronization

/// Appends to a part file, hashes what it writes, and knows what of it is durable.
final class PartWriter: Sendable {
    private struct State {
        var content: PartialContent
        var offset: Int64
        /// Where the body ends; nil when nobody announced it.
        var end: Int64?
        var hasher: SHA256Hasher
        var signalled: Int64
    }

    /// The file.
    let file: PartFile
    private let checkpointBytes: Int64
    private let progress: @Sendable (Int64, Int64?) -> Void
    private let state: Mutex<State>

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - file: The part file; its first `content.durableBytes` bytes are hashed.
    ///   - content: What is on disk.
    ///   - checkpointBytes: After so many bytes a checkpoint is due.
    ///   - progress: Hears how many bytes there are.
    /// - Throws: ``QueueFailure``.
    init(
        file: PartFile, content: PartialContent, checkpointBytes: Int64,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) throws {
        self.file = file
        self.checkpointBytes = checkpointBytes
        self.progress = progress
        let hasher = try SHA256Hasher()
        try file.hash(first: content.durableBytes, into: hasher)
        let offset = content.durableBytes
        state = Mutex(
            State(content: content, offset: offset, end: content.total, hasher: hasher, signalled: offset))
        progress(offset, content.total)
    }

    /// What is on disk, with everything that was written counted as durable.
    var content: PartialContent {
        state.withLock { state in
            var content = state.content
            content.durableBytes = state.offset
            return content
        }
    }

    /// How many of the announced bytes are missing.
    var missingBytes: Int64 {
        state.withLock { state in max(0, (state.content.total ?? state.end ?? state.offset) - state.offset) }
    }

    /// Prepares for a body of so many bytes that follows what is on disk.
    func goOn(_ content: PartialContent, count: Int64) {
        state.withLock { state in
            state.content = content
            state.end = state.offset + count
        }
    }

    /// Appends bytes.
    ///
    /// - Returns: True when a checkpoint is due.
    /// - Throws: A failure of the disk, or ``QueueFailure/Class/excess`` when more comes than was announced.
    func write(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        let (offset, total, isDue) = try state.withLock { state in
            let count = Int64(bytes.count)
            if let end = state.end, count > end - state.offset {
                throw QueueFailure(.excess, "the server sent more than the announced \(end) bytes")
            }
            try file.write(bytes, at: state.offset)
            try state.hasher.update(bytes)
            state.offset += count
            let isDue = state.offset - state.signalled >= checkpointBytes
            if isDue { state.signalled = state.offset }
            return (state.offset, state.content.total, isDue)
        }
        progress(offset, total)
        return isDue
    }

    /// Ends the hash.
    ///
    /// Nothing may be written afterwards.
    ///
    /// - Returns: The SHA-256 of everything.
    func finishHash() throws -> String { try state.withLock { try $0.hasher.finish() } }
}
