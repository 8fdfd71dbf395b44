import Glibc
import QueueControl
import TerminalHUD

/// The handling of a pipe whose reader has exited, for example `head`.
enum BrokenPipe {
    /// Ignores SIGPIPE, so that writing to a closed connection fails with EPIPE and does not end the process.
    static func ignoreSignal() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process with SIGPIPE, so that the shell sees the usual exit status and no message appears.
    static func end() -> Never {
        SystemTerminal.restoreGuarded()
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}

/// The signal that a child process has ended.
enum ChildSignal {
    /// Restores the default action of SIGCHLD.
    ///
    /// A process inherits an ignored SIGCHLD. The system then discards the exit status of its own children.
    static func restoreDefault() {
        signal(SIGCHLD, SIG_DFL)
    }
}

extension StopSignals {
    /// The time after a signal to stop after which statements of the database are ended.
    ///
    /// With less time, the end of a download on a slow disk may not be recorded, and it is checked again in the next
    /// run. With more, a manipulated database delays the stop for longer.
    private static let statementGrace = Duration.seconds(10)

    /// Ends the statements that still run some time after a signal to stop.
    ///
    /// A statement of a manipulated database may have no end. An ordinary one takes milliseconds.
    ///
    /// - Parameter interrupt: Ends the statement that is running. It is called again and again until the process ends.
    static func endStatements(_ interrupt: @escaping @Sendable () -> Void) {
        Task {
            try await Task.sleep(for: statementGrace)
            while true {
                interrupt()
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Ends the process some time after a signal to stop, because work that computes cannot be cancelled.
    ///
    /// Everything that was acknowledged is stored by then. systemd would end the process five seconds later.
    ///
    /// - Parameter message: Called before the end of the process.
    static func endProcess(_ message: @escaping @Sendable () -> Void) {
        Task {
            try await Task.sleep(for: .seconds(15))
            message()
            _exit(ExitStatus.someFailed.rawValue)
        }
    }
}
