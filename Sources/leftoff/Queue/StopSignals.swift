import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Turns the first SIGINT, SIGTERM or SIGHUP into a call, so that work is given back in order; a second one ends the
/// process as it would have anyway, and with it the program that it waits for.
///
/// Handlers of the status display, which are set later, restore the terminal first and then call this one.
final class StopSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    private static let received = Atomic<Int32>(0)
    private static let writeEnd = Atomic<Int32>(-1)
    private static let child = Atomic<Int32>(0)

    private let source: (any DispatchSourceRead)?

    /// Begins to catch signals.
    ///
    /// Those that the process was started to ignore stay ignored.
    ///
    /// - Parameter onFirst: Called once, on a thread of its own.
    init(onFirst: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            // Without it signals do what they always do.
            source = nil
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        Self.received.store(0, ordering: .sequentiallyConsistent)
        Self.writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
        let readEnd = ends[0]
        let source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: .global())
        source.setEventHandler {
            source.cancel()
            onFirst()
        }
        source.resume()
        self.source = source
        for number in Self.numbers {
            var before = sigaction()
            sigaction(number, nil, &before)
            guard !Self.isIgnored(before) else { continue }
            signal(number) { number in
                // Only async-signal-safe calls: atomics, write, signal, raise.
                let saved = errno
                let isFirst = StopSignals.received.compareExchange(
                    expected: 0, desired: number, ordering: .sequentiallyConsistent
                ).exchanged
                if isFirst {
                    var byte: UInt8 = 0
                    _ = write(StopSignals.writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
                } else {
                    let child = StopSignals.child.load(ordering: .sequentiallyConsistent)
                    if child > 0 { kill(-child, SIGTERM) }
                    signal(number, SIG_DFL)
                    raise(number)
                }
                errno = saved
            }
        }
    }

    /// Says which program is waited for: a second signal ends it.
    ///
    /// - Parameter pid: Its process, which leads a group of its own and has not been waited for yet; nil for none.
    static func waitFor(_ pid: pid_t?) { child.store(pid ?? 0, ordering: .sequentiallyConsistent) }

    /// Ends the process by the signal that has come, as the shell expects it; returns when none has.
    func endProcessIfStopped() {
        let number = Self.received.load(ordering: .sequentiallyConsistent)
        guard number != 0 else { return }
        signal(number, SIG_DFL)
        // Heard by this thread, though those of Dispatch block signals: another might hear of it only after this one has gone on.
        var numbers = sigset_t()
        sigemptyset(&numbers)
        sigaddset(&numbers, number)
        pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
        raise(number)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Glibc)
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #else
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #endif
    }
}
