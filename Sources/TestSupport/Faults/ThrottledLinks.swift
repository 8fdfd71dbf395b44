import Synchronization

/// The throttled files that other programs have requested, by the clients' names.
final class ThrottledLinks: Sendable {
    private let files = Mutex<[String: ThrottledFile]>([:])

    /// Creates a client's file.
    func make(_ client: String, count: Int, bytesPerStep: Int, pause: Duration) -> ThrottledFile {
        let file = ThrottledFile(ThrottledFile.bytes(count), bytesPerStep: bytesPerStep, pause: pause)
        files.withLock { $0[client] = file }
        return file
    }

    /// Returns the number of bytes of a client's file that were sent; 0 before the file is created.
    func served(_ client: String) -> Int { files.withLock { $0[client]?.served ?? 0 } }
}
