import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A real terminal's two ends; what a program writes is collected on a thread.
final class PseudoTerminal: Sendable {
    /// The end that a program gets as its terminal.
    let terminal: FileHandle
    private let controller: Int32
    private let received = Mutex<[UInt8]>([])

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        var ends: (controller: Int32, terminal: Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.controller, &ends.terminal, nil, nil, &size) == 0 else {
            throw LoopbackPort.Unavailable(description: "openpty: \(String(cString: strerror(errno)))")
        }
        let controller = ends.controller
        self.controller = controller
        terminal = FileHandle(fileDescriptor: ends.terminal, closeOnDealloc: true)
        Thread.detachNewThread { [weak self] in
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(controller, &chunk, chunk.count)
                guard count > 0, let self else { return }
                self.received.withLock { $0 += chunk.prefix(count) }
            }
        }
    }

    deinit { close(controller) }

    /// What the program has written so far, as text.
    var text: String { String(decoding: received.withLock { $0 }, as: UTF8.self) }

    /// Waits until the text has something in it; gives up after ten seconds.
    func waits(for condition: (String) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            if condition(text) { return true }
            _ = poll(nil, 0, 10)
        }
        return condition(text)
    }
}
