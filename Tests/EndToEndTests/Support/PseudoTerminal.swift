import Foundation
import Glibc
import Synchronization

/// A pseudo-terminal whose output is collected on a thread.
final class PseudoTerminal: Sendable {
    /// The end that a program uses as its terminal.
    let terminal: FileHandle
    private let controller: Int32
    private let isRead: Bool
    private let received = Mutex<[UInt8]>([])
    private let isClosed = Mutex(false)

    /// Opens a terminal.
    ///
    /// - Parameters:
    ///   - columns: The width in cells.
    ///   - rows: The height in lines.
    ///   - isRead: True to read the program's output at once; false to read it with `readSome` and `readRest`.
    ///   - question: The query that the terminal answers as soon as it arrives; nil to answer none.
    ///   - answer: The bytes that are sent to the program after the query.
    /// - Throws: `LoopbackPort.Unavailable` if the system has no pseudo-terminal left.
    init(
        columns: UInt16 = 80, rows: UInt16 = 24, isRead: Bool = true, question: String? = nil, answer: String = ""
    ) throws {
        var ends: (controller: Int32, terminal: Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try ChildProcess.starting.withLock {
            guard openpty(&ends.controller, &ends.terminal, nil, nil, &size) == 0 else {
                throw LoopbackPort.Unavailable(description: "openpty: \(String(cString: strerror(errno)))")
            }
            for end in [ends.controller, ends.terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        let controller = ends.controller
        self.controller = controller
        self.isRead = isRead
        terminal = FileHandle(fileDescriptor: ends.terminal, closeOnDealloc: true)
        guard isRead else { return }
        Thread.detachNewThread { [weak self] in
            // Closed on this thread after the last read, because the number may be reused at once.
            defer { close(controller) }
            var chunk = [UInt8](repeating: 0, count: 4096)
            var question = question
            // The read fails after all copies of the other end are closed, including this value's.
            while true {
                let count = read(controller, &chunk, chunk.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0, let self else { return }
                self.received.withLock { $0 += chunk.prefix(count) }
                if let query = question, self.text.contains(query) {
                    self.type(answer)
                    question = nil
                }
            }
        }
    }

    deinit {
        if !isRead { hangUp() }
    }

    /// The output of the program so far.
    var bytes: [UInt8] { received.withLock { $0 } }

    /// The number of bytes of the output so far.
    var count: Int { received.withLock { $0.count } }

    /// The same as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The terminal's local modes, such as echo, and how it reads.
    var modes: [UInt32] {
        var modes = termios()
        guard tcgetattr(terminal.fileDescriptor, &modes) == 0 else { return [] }
        return [modes.c_iflag, modes.c_oflag, modes.c_lflag].map { UInt32($0) }
    }

    /// True if the terminal echoes input.
    var echoes: Bool { modes.last.map { $0 & UInt32(ECHO) != 0 } ?? false }

    /// True if the terminal reads input line by line.
    var readsLines: Bool { modes.last.map { $0 & UInt32(ICANON) != 0 } ?? false }

    /// Changes the size without notifying the program, which reads the new size when it asks for it.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Sends input to the program, as a user or the terminal would.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(controller, bytes, bytes.count)
        // Input reaches the program through the kernel's work queue, a moment later. Linux empties that queue before it
        // answers a poll, so the input has arrived now, even the part of a line, which no poll reports.
        var ready = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, 0)
    }

    /// Removes and returns the input that no program has read, as the next program would find it.
    func removeInput() -> String {
        let descriptor = terminal.fileDescriptor
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { return "?" }
        var raw = modes
        raw.c_lflag &= ~tcflag_t(ICANON)
        raw.c_cc.6 = 0
        tcsetattr(descriptor, TCSANOW, &raw)
        defer { tcsetattr(descriptor, TCSANOW, &modes) }
        var input: [UInt8] = []
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0 {
            var chunk = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0 { break }
            input += chunk.prefix(count)
        }
        return String(decoding: input, as: UTF8.self)
    }

    /// Closes the window, so that every program that still uses the terminal gets an error.
    ///
    /// Only for a terminal that is not read on a thread.
    func hangUp() {
        precondition(!isRead)
        isClosed.withLock { isClosed in
            if !isClosed { close(controller) }
            isClosed = true
        }
    }

    /// Reads up to the given number of bytes, if there are any.
    func readSome(_ count: Int) {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0 else { return }
        var chunk = [UInt8](repeating: 0, count: count)
        let length = read(controller, &chunk, count)
        if length > 0 { received.withLock { $0 += chunk.prefix(length) } }
    }

    /// Writes spaces and carriage returns, as an earlier program, until the terminal accepts no more.
    ///
    /// The kernel frees space while bytes move to the other end, so the terminal must refuse several times.
    func fill() {
        var name = [CChar](repeating: 0, count: 256)
        guard ttyname_r(terminal.fileDescriptor, &name, name.count) == 0 else { return }
        let descriptor = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 0x0D, count: 512)
        var refusals = 0
        while refusals < 5 {
            refusals = write(descriptor, bytes, bytes.count) > 0 ? 0 : refusals + 1
            _ = poll(nil, 0, refusals > 0 ? 2 : 0)
        }
    }

    /// Waits until all output has been read, which reaches this end with a short delay.
    ///
    /// - Returns: True if it has been read within two minutes.
    func readRest() -> Bool {
        // Written last, so it arrives last; no program writes a record separator.
        let last = Array("\u{1E}\(UUID().uuidString)\u{1E}".utf8)
        let descriptor = terminal.fileDescriptor
        // On a separate thread, because the write may block until the terminal is read.
        Thread.detachNewThread { [terminal] in
            withExtendedLifetime(terminal) { _ = write(descriptor, last, last.count) }
        }
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            if !isRead { readSome(65536) }
            let isComplete = received.withLock { received in
                guard let range = received.firstRange(of: last) else { return false }
                received.removeSubrange(range)
                return true
            }
            if isComplete { return true }
            _ = poll(nil, 0, isRead ? 5 : 1)
        }
        return false
    }

    /// Waits until the text meets a condition, for up to two minutes.
    func waits(for condition: (String) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            if condition(text) { return true }
            _ = poll(nil, 0, 10)
        }
        return condition(text)
    }
}
