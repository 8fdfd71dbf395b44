import Synchronization

/// The large files behind slow lines that programs outside of this process have asked for, by their names.
final class ThrottledLinks: Sendable {
    private let files = Mutex<[String: ThrottledFile]>([:])

    /// Makes a file.
    func make(_ client: String, count: Int, bytesPerStep: Int, pause: Duration) -> ThrottledFile {
        let file = ThrottledFile(ThrottledFile.bytes(count), bytesPerStep: bytesPerStep, pause: pause)
        files.withLock { $0[client] = file }
        return file
    }

    /// How many bytes of a file have gone out.
    func served(_ client: String) -> Int { files.withLock { $0[client]?.served ?? 0 } }
}
