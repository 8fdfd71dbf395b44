import Synchronization

/// Waits until a download has received a number of bytes.
final class ProgressGate: Sendable {
    private let wanted: Int64
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(_ wanted: Int64) {
        self.wanted = wanted
        (stream, continuation) = AsyncStream.makeStream()
    }

    func update(_ bytes: Int64) {
        if bytes >= wanted { continuation.finish() }
    }

    func reached() async {
        for await _ in stream {}
    }
}
