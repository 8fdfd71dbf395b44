import Dispatch
import Glibc
import Synchronization

/// A handler of SIGINT, SIGTERM and SIGHUP that lets the process stop in an orderly way.
///
/// The first signal calls a function. A second one ends the process at once, and any child process that it is waiting
/// for.
///
/// The status display sets its own handlers later; they restore the terminal and then call this handler.
package final class StopSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    private static let received = Atomic<Int32>(0)
    private static let writeEnd = Atomic<Int32>(-1)
    /// The process group of the child that is waited for; 0 for none.
    private static let child = Atomic<Int32>(0)

    private let source: (any DispatchSourceRead)?

    /// Installs the handlers.
    ///
    /// A signal that the process has ignored since its start stays ignored.
    ///
    /// - Parameter onFirst: Called once on an arbitrary thread, after the first signal.
    package init(onFirst: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            // Without a pipe, signals keep their default action.
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

    /// Sets the child process that a second signal ends.
    ///
    /// - Parameter pid: A process that leads a process group and has not been reaped; nil for none.
    static func setChild(_ pid: pid_t?) { child.store(pid ?? 0, ordering: .sequentiallyConsistent) }

    /// Ends the process with the received signal, so that the shell sees the usual exit status.
    ///
    /// Returns if there was no signal.
    package func endProcessIfStopped() {
        let number = Self.received.load(ordering: .sequentiallyConsistent)
        guard number != 0 else { return }
        signal(number, SIG_DFL)
        // Unblocks the signal, which Dispatch's threads block: otherwise another thread might receive it only after
        // this one has ended the process normally.
        var numbers = sigset_t()
        sigemptyset(&numbers)
        sigaddset(&numbers, number)
        pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
        raise(number)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
