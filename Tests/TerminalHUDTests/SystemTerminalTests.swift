import CPlatform
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import TerminalHUD

/// Serialized, because signal handlers and the guard belong to the whole process.
///
/// Every display thread watches the guarded terminal, so tests of display threads are nested in this suite.
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
            while let count = device.writeNonblocking(ArraySlice(repeating: 0x0D, count: 512), isWhole: true), count > 0
            {
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
        defer { device.endGuard() }
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
        defer { device.endGuard() }
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
        #expect(device.writeNonblocking(ArraySlice("\u{1B}[?25l".utf8), isWhole: true) == 0)
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
        defer { device.endGuard() }
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

    /// Runs a function while the user's terminal responds at the moment at which the program awaits its response.
    private func answering(
        _ pair: PseudoTerminal, _ response: String, while body: () throws -> Void
    ) rethrows {
        let (reader, writer) = (pair.reader, pair.writer)
        let isAnswered = Mutex(false)
        // On a busy machine, the thread may run much later than the program starts to wait.
        cterminal_set_response_timeout(60_000)
        cterminal_age_request(-60_000)
        defer { cterminal_set_response_timeout(Int32(CTERMINAL_RESPONSE_TIMEOUT)) }
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            var modes = termios()
            // During the wait, the program reads single bytes; the kernel reports no event when it begins.
            while tcgetattr(writer, &modes) == 0, modes.c_lflag & tcflag_t(ICANON) != 0 {
                guard end.wait(timeout: .now() + .microseconds(500)) == .timedOut else { return }
            }
            isAnswered.withLock { $0 = true }
            let bytes = Array(response.utf8)
            _ = write(reader, bytes, bytes.count)
        }
        thread.start()
        defer { end.signal() }
        try body()
        #expect(isAnswered.withLock { $0 })
    }

    private let request = Array(TerminalQuery.modeRequest.utf8)[...]

    private static let lateResponse = "\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?2026;2$y\u{1B}[?6c"

    @Test(
        "A response after the query's deadline is awaited and discarded when the terminal is released",
        arguments: ["end", "signal", "stop of the process"])
    func lateResponse(ending: String) throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        let before = signal(SIGHUP) { _ in }
        defer { signal(SIGHUP, before) }
        #expect(device.beginGuard())
        defer { device.endGuard() }
        #expect(device.beginQuery(includesTypeahead: false))
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        device.endQuery()
        #expect(pair.readsLines)
        answering(pair, Self.lateResponse) {
            switch ending {
            case "end": device.endGuard()
            case "signal": deliver(SIGHUP)
            default: SystemTerminal.restoreGuarded()
            }
        }
        #expect(pair.readsLines && pair.removeInput() == [])
    }

    @Test("A part of a response is discarded when the rest does not arrive; complete lines are kept")
    func partialResponse() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        cterminal_age_request(-60_000)
        pair.type("\u{1B}]11;rgb:00")
        #expect(pair.hasInput)
        device.endGuard()
        #expect(pair.readsLines && pair.removeInput() == [])
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        device.endQuery()
        pair.type("make\n")
        #expect(pair.hasInput)
        device.endGuard()
        #expect(pair.removeInput() == Array("make\n".utf8))
    }

    @Test(
        "Only until five seconds after the request, an unfinished line counts as a response", arguments: [false, true])
    func missingResponse(isLate: Bool) throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        defer { device.endGuard() }
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        device.endQuery()
        pair.type("make")
        // The echo shows that the input has arrived.
        var echo: [UInt8] = []
        while echo.count < request.count + 4 { echo += try #require(pair.readAll()) }
        // In the other case, the request stays recent even on a busy machine.
        cterminal_age_request(isLate ? 5000 : -60_000)
        device.endGuard()
        #expect(pair.readsLines && pair.removeInput() == (isLate ? Array("make".utf8) : []))
    }

    @Test("The response to a request that was not written is not awaited, and nothing is discarded")
    func unwrittenRequest() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        device.endQuery()
        pair.type("make")
        var echo: [UInt8] = []
        while echo.count < 4 { echo += try #require(pair.readAll()) }
        cterminal_set_response_timeout(3_600_000)
        defer { cterminal_set_response_timeout(Int32(CTERMINAL_RESPONSE_TIMEOUT)) }
        #expect(!device.finishQuery(discardsOutput: true))
        device.endGuard()
        #expect(pair.removeInput() == Array("make".utf8))
    }

    @Test("A terminal that has not read earlier output is not queried")
    func unreadOutput() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        _ = fill(device, pair)
        #expect(device.beginGuard())
        defer { device.endGuard() }
        #expect(!device.beginQuery(includesTypeahead: false))
    }

    @Test(
        "A request that the terminal has not read is discarded with the frames, but not with text",
        arguments: [true, false],
        [true, false])
    func unreadRequest(discards: Bool, isSlow: Bool) throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        // Linux discards all but the 4095 bytes that the other end has received.
        var earlier = [UInt8](repeating: 0x0D, count: 8192)
        earlier.withUnsafeMutableBytes { _ = write(pair.writer, $0.baseAddress, $0.count) }
        while pair.unread < 4095 { _ = poll(nil, 0, 1) }
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        if isSlow { _ = fill(device, pair) }
        // The request stays recent even on a busy machine.
        cterminal_age_request(-60_000)
        cterminal_set_response_timeout(0)
        defer { cterminal_set_response_timeout(Int32(CTERMINAL_RESPONSE_TIMEOUT)) }
        // On a slow terminal, a part of the last frame may be discarded too.
        #expect(device.finishQuery(discardsOutput: discards) == (discards && isSlow))
        device.endGuard()
        let output = try #require(pair.readAll())
        #expect(output.firstRange(of: request) == nil || !discards)
        #expect(output.count >= 8192 || discards)
    }

    @Test("Before output is discarded, the terminal has time to receive the last frame, even after a line was typed")
    func arrivingFrame() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        defer { device.endGuard() }
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        device.endQuery()
        pair.type("make\n")
        #expect(pair.hasInput)
        // The frame arrives after the terminal has read what is before it, which fills the queue at its end.
        let earlier = [UInt8](repeating: 0x0D, count: 8192)
        earlier.withUnsafeBytes { _ = write(pair.writer, $0.baseAddress, $0.count) }
        while pair.unread < 4095 { _ = poll(nil, 0, 1) }
        let frame = Array("frame".utf8)
        #expect(device.writeNonblocking(frame[...], isWhole: true) == frame.count)
        let (isReleased, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasArrived = Mutex(false)
        let reader = pair.reader
        cterminal_set_response_timeout(60_000)
        cterminal_age_request(-60_000)
        defer { cterminal_set_response_timeout(Int32(CTERMINAL_RESPONSE_TIMEOUT)) }
        Thread.detachNewThread {
            defer { end.signal() }
            var output: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 16384)
            while output.firstRange(of: frame) == nil {
                guard isReleased.wait(timeout: .now() + .microseconds(500)) == .timedOut else { return }
                let count = read(reader, &buffer, buffer.count)
                output += buffer.prefix(max(0, count))
            }
            hasArrived.withLock { $0 = true }
            // The wait ends when another thread receives the response.
            guard device.beginQuery(includesTypeahead: true) else { return }
            _ = write(reader, "\u{1B}[?6c", 5)
            var received: [UInt8] = []
            while received.last != UInt8(ascii: "c"), let more = device.readResponse(timeout: .seconds(60)) {
                received += more
            }
            device.endQuery()
        }
        #expect(!device.finishQuery(discardsOutput: true))
        isReleased.signal()
        end.wait()
        #expect(hasArrived.withLock { $0 })
    }

    @Test("If the guarded terminal disappears, sleeping tasks wake up", .timeLimit(.minutes(20)))
    func wakingAfterHangUp() async throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard())
        defer { device.endGuard() }
        let clock = DisplayThreadClock()
        let task = Task(executorPreference: clock.executor) {
            try await clock.sleep(until: .seconds(3600))
            return clock.now
        }
        pair.hangUp()
        #expect(try await task.value < .seconds(3600))
        #expect(device.isGone)
        // The loss is reported only once, so a later sleep lasts until its deadline.
        let end = try await Task(executorPreference: clock.executor) {
            let deadline = clock.now + .milliseconds(5)
            try await clock.sleep(until: deadline)
            return clock.now - deadline
        }.value
        #expect(end >= .zero)
    }

    @Test("After a complete response nothing is awaited or discarded")
    func completeResponse() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: false))
        #expect(device.writeNonblocking(request, isWhole: true) == request.count)
        pair.type("\u{1B}[?1;2$y\u{1B}[?62;")
        var received = device.readResponse(timeout: .seconds(60)) ?? []
        pair.type("22c")
        received += device.readResponse(timeout: .seconds(60)) ?? []
        #expect(received == Array("\u{1B}[?1;2$y\u{1B}[?62;22c".utf8))
        pair.type("typed")
        #expect(pair.hasInput)
        device.endQuery()
        device.endGuard()
        #expect(pair.removeInput() == Array("typed".utf8))
    }

    @Test("A terminal whose window was closed is neither writable nor readable")
    func closedWindow() throws {
        let pair = try #require(PseudoTerminal())
        let device = try #require(SystemTerminal(descriptor: pair.writer))
        #expect(device.beginGuard() && device.beginQuery(includesTypeahead: true))
        #expect(device.readResponse(timeout: .zero) == [])
        #expect(!device.isGone)
        pair.hangUp()
        #expect(device.isGone)
        #expect(device.readResponse(timeout: .zero) == nil)
        #expect(!device.waitUntilWritable(timeout: .seconds(60)))
        #expect(device.writeNonblocking(ArraySlice("x".utf8), isWhole: true) == nil)
        device.endQuery()
        device.endGuard()
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
