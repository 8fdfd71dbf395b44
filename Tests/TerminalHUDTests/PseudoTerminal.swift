import Glibc

/// Both ends of a pseudo terminal of 40 × 12 cells.
final class PseudoTerminal {
    /// The end that the user sees.
    private(set) var reader: Int32
    /// The end that a program writes to.
    let writer: Int32
    /// The same end, for writing without blocking.
    private let marker: Int32

    /// Opens a pseudo terminal.
    ///
    /// - Returns: The terminal; nil if the system provides none.
    init?() {
        var size = winsize(ws_row: 12, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
        var ends: (reader: Int32, writer: Int32) = (-1, -1)
        guard openpty(&ends.reader, &ends.writer, nil, nil, &size) == 0 else { return nil }
        (reader, writer) = ends
        // A program that another test starts would otherwise keep a terminal open whose window is closed.
        for end in [ends.reader, ends.writer] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var name = [CChar](repeating: 0, count: 256)
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        marker = ttyname_r(ends.writer, &name, name.count) == 0 ? open(name, flags) : -1
        _ = fcntl(reader, F_SETFL, fcntl(reader, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        if reader >= 0 { close(reader) }
        close(writer)
        if marker >= 0 { close(marker) }
    }

    /// Changes the size.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(writer, UInt(TIOCSWINSZ), &size)
    }

    /// Closes the end that the user sees, as when a window is closed.
    func hangUp() {
        close(reader)
        reader = -1
    }

    /// Sends input to the program.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(reader, bytes, bytes.count)
    }

    /// True once input can be read; waits for it, because the kernel passes it on asynchronously.
    var hasInput: Bool {
        var ready = pollfd(fd: writer, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, 60_000) > 0
    }

    /// True if the terminal reads input line by line.
    var readsLines: Bool {
        var modes = termios()
        return tcgetattr(writer, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
    }

    /// Removes and returns the input that no program has read.
    func removeInput() -> [UInt8] {
        var modes = termios()
        guard tcgetattr(writer, &modes) == 0 else { return [] }
        var raw = modes
        raw.c_lflag &= ~tcflag_t(ICANON)
        tcsetattr(writer, TCSANOW, &raw)
        defer { tcsetattr(writer, TCSANOW, &modes) }
        var input: [UInt8] = []
        var ready = pollfd(fd: writer, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0 {
            var chunk = [UInt8](repeating: 0, count: 256)
            let count = read(writer, &chunk, chunk.count)
            if count <= 0 { break }
            input += chunk.prefix(count)
        }
        return input
    }

    /// The number of bytes that have arrived at the end that the user sees.
    var unread: Int {
        var count: Int32 = 0
        return ioctl(reader, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Reads everything that was written since the last call.
    ///
    /// Written bytes reach the other end through the kernel's work queue, a moment later. Therefore a marker is written
    /// last, and read until it arrives. The terminal's echo of typed input may follow the marker.
    ///
    /// - Returns: The bytes; nil if the marker has not arrived within a minute.
    func readAll() -> [UInt8]? {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var rest = Self.last[...]
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let written = rest.withUnsafeBytes { write(marker, $0.baseAddress, $0.count) }
            if written > 0 { rest = rest.dropFirst(written) }
            let taken = read(reader, &buffer, buffer.count)
            if taken > 0 { result += buffer.prefix(taken) }
            if rest.isEmpty, let marker = result.firstRange(of: Self.last) {
                result.removeSubrange(marker)
                return result
            }
            var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            _ = poll(&ready, 1, 10)
        }
        return nil
    }

    /// A byte that no display writes: the record separator.
    private static let last = [UInt8](repeating: 0x1E, count: 4)
}
