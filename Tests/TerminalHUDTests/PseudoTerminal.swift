import Glibc

/// Both ends of a pseudo terminal of 40 × 12 cells.
final class PseudoTerminal {
    /// The end that a person would read.
    let reader: Int32
    /// The end that a program writes to.
    let writer: Int32

    /// Opens one.
    ///
    /// - Returns: Nil where the system gives none.
    init?() {
        var size = winsize(ws_row: 12, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
        var ends: (reader: Int32, writer: Int32) = (-1, -1)
        guard openpty(&ends.reader, &ends.writer, nil, nil, &size) == 0 else { return nil }
        (reader, writer) = ends
        _ = fcntl(reader, F_SETFL, fcntl(reader, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Changes the size.
    ///
    /// - Parameters:
    ///   - columns: How many cells a line has.
    ///   - rows: How many lines there are.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(writer, UInt(TIOCSWINSZ), &size)
    }

    /// Everything that was written since the last call.
    ///
    /// - Returns: The bytes.
    func readAll() -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(reader, &buffer, buffer.count)
            if count > 0 {
                result += buffer.prefix(count)
                continue
            }
            // What was written reaches the other end through the kernel's work queue, a moment later.
            var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            if poll(&ready, 1, 50) <= 0 { return result }
        }
    }
}
