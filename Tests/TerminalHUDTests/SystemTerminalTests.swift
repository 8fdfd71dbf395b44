import Glibc
import TestSupport
import Testing

@testable import TerminalHUD

/// Serialized, because signal handlers belong to the whole process.
@Suite("System terminal", .serialized)
struct SystemTerminalTests {
    private let status = HUDStatus(title: "Working", counts: [HUDCount(.done, 3)])

    private func makeSession(_ device: any TerminalDevice) -> LiveSession {
        LiveSession(
            device: device, appearance: HUDAppearance(glyphs: .braille, usesColor: false), isCalm: false, start: .zero)
    }

    private func screen(_ bytes: [UInt8]) -> VirtualScreen {
        var screen = VirtualScreen(size: TerminalSize(columns: 40, rows: 12))
        screen.write(bytes)
        return screen
    }

    /// Raises a signal on this thread, on which the concurrency runtime blocks signals.
    private func deliver(_ number: Int32) {
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static let bound = 4_000_000

    /// Writes until the terminal accepts no more bytes.
    ///
    /// The kernel frees space while bytes move to the other end, whose queue holds 4095 bytes.
    private func fill(_ device: SystemTerminal, _ pair: PseudoTerminal) -> Int {
        var taken = 0
        var fullRounds = 0
        let deadline = ContinuousClock.now + .seconds(60)
        while taken < Self.bound, fullRounds < 3, ContinuousClock.now < deadline {
            let isFull = pair.unread >= 4095
            var more = 0
            while let count = device.offer(ArraySlice(repeating: 0x0D, count: 512), isWhole: true), count > 0 {
                more += count
            }
            taken += more
            fullRounds = isFull && more == 0 ? fullRounds + 1 : 0
            _ = device.waitUntilWritable(timeout: .milliseconds(2))
        }
        return taken
    }

    @Test("A descriptor of something else gives no terminal")
    func noTerminal() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(SystemTerminal(descriptor: ends[1]) == nil)
        ends.forEach { close($0) }
        #expect(SystemTerminal(descriptor: -1) == nil)
    }

    @Test("The size is always the current one")
    func size() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.size == TerminalSize(columns: 40, rows: 12))
        pair.resize(columns: 91, rows: 33)
        #expect(device.size == TerminalSize(columns: 91, rows: 33))
        pair.resize(columns: 0, rows: 0)
        #expect(device.size == TerminalSize(columns: 80, rows: 24))
    }

    @Test("A full terminal accepts no more without blocking, and the caller's descriptor still blocks")
    func slow() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        let taken = fill(device, pair)
        #expect(taken > 0 && taken < Self.bound)
        #expect(fcntl(pair.writer, F_GETFL) & O_NONBLOCK == 0)
        #expect(!device.waitUntilWritable(timeout: .zero))
        #expect(pair.readAll()?.count == taken)
        #expect(device.waitUntilWritable(timeout: .seconds(60)))
    }

    @Test("While no one reads the terminal frames are dropped, and the newest is shown afterwards")
    func droppedFrames() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        _ = fill(device, pair)
        var session = makeSession(device)
        for frame in 0..<300 { _ = session.step(at: .milliseconds(200 + frame * 34), status: status) { [] } }
        #expect(session.droppedFrames > 250)
        _ = try #require(pair.readAll())
        _ = session.step(at: .seconds(20), status: status) { [] }
        _ = session.step(at: .seconds(21), status: status) { [] }
        session.end(lines: ["✓ 3 done"])
        let bytes = try #require(pair.readAll())
        #expect(String(decoding: bytes, as: UTF8.self).contains("✓ 3 done\r"))
        #expect(screen(bytes).isCursorVisible)
    }

    @Test("A signal restores the screen and then runs the previous handler")
    func signals() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        let before = signal(SIGHUP) { _ in }
        defer { signal(SIGHUP, before) }
        var session = makeSession(device)
        _ = session.step(at: .seconds(1), status: status) { [] }
        let shown = screen(try #require(pair.readAll()))
        #expect(!shown.isCursorVisible && shown.transcript.count == 2)
        deliver(SIGHUP)
        var restored = shown
        restored.write(try #require(pair.readAll()))
        #expect(restored.isCursorVisible && restored.transcript == [])
        #expect(device.isInterrupted)
        // A frame that another thread has already encoded is too late.
        #expect(device.offer(ArraySlice("\u{1B}[?25l".utf8), isWhole: true) == 0)
        #expect(pair.readAll() == [])
        let next = session.step(at: .seconds(2), status: status) { [] }
        #expect(next == .never)
        session.end(lines: ["stopped"])
        restored.write(try #require(pair.readAll()))
        #expect(restored.transcript == ["stopped"])
    }

    @Test("During the closing animation a signal only cuts it short")
    func finishing() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        var session = makeSession(device)
        _ = session.step(at: .seconds(1), status: status) { [] }
        _ = session.close(at: .seconds(1), outcome: .success)
        // Without the guard this would end the process.
        deliver(SIGTERM)
        let next = session.step(at: .seconds(2), status: status) { [] }
        #expect(next == .never)
        session.end(lines: ["✓ done"])
        let screen = screen(try #require(pair.readAll()))
        #expect(screen.transcript == ["✓ done"] && screen.isCursorVisible)
    }

    @Test("Only one display at a time guards the terminal")
    func exclusive() throws {
        let pair = try #require(PseudoTerminal())
        let first = try #require(SystemTerminal(descriptor: pair.writer))
        let second = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(first.beginGuard())
        #expect(!second.beginGuard())
        first.endGuard()
        #expect(second.beginGuard())
        second.endGuard()
    }
}
