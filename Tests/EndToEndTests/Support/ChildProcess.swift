import Foundation
import Glibc

/// A program that a test runs with posix_spawn and waitpid.
///
/// Foundation's `Process` waits on a run loop, and sometimes misses the end of a program when many threads wait at
/// once.
final class ChildProcess {
    /// The way in which a program ended.
    enum Ending: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// Held while a program is being started, and while descriptors are created that no other program may inherit.
    static let starting = NSLock()

    let processIdentifier: pid_t
    private var ending: Ending?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The executable's path.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The complete environment.
    ///   - input: The standard input. This descriptor and the next two are duplicated; a negative one stands for the
    ///     null device.
    ///   - output: The standard output.
    ///   - errors: The standard error.
    ///   - ownsGroup: True for a process group of its own, as a shell starts a job. Otherwise SIGTSTP has no effect if
    ///     the tests run in a session of their own (setpgid(2), orphaned process groups).
    /// - Throws: `LoopbackPort.Unavailable` with the system's reason.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], input: Int32,
        output: Int32, errors: Int32, ownsGroup: Bool = false
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [input, output, errors].enumerated() {
            // `FileHandle.nullDevice` has no descriptor on Linux, and without one the program would inherit the tests'
            // own.
            if descriptor < 0 {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            } else {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            }
        }
        // The test process may ignore or block signals; the program must not inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // The group has the number of the process; it is set only with the flag.
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = ownsGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier: pid_t = 0
        let result = Self.starting.withLock {
            posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
        }
        guard result == 0 else {
            throw LoopbackPort.Unavailable(description: "\(program): \(String(cString: strerror(result)))")
        }
        processIdentifier = identifier
    }

    deinit {
        guard isRunning else { return }
        kill(processIdentifier, SIGKILL)
        _ = wait()
    }

    /// Creates a pipe that a program inherits only if it is passed to it.
    static func privatePipe() -> Pipe {
        starting.withLock {
            let pipe = Pipe()
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            return pipe
        }
    }

    /// True until the program has ended.
    var isRunning: Bool {
        reap(WNOHANG)
        return ending == nil
    }

    /// Sends SIGTERM.
    func terminate() { kill(processIdentifier, SIGTERM) }

    /// Sends SIGSTOP, and waits until all threads of the program have stopped, or it has ended.
    ///
    /// Until then, a thread may still run and acquire a lock.
    func stop() {
        kill(processIdentifier, SIGSTOP)
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WSTOPPED | WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Sends SIGCONT.
    func resume() { kill(processIdentifier, SIGCONT) }

    /// Waits until the program has ended.
    @discardableResult
    func wait() -> Ending {
        while ending == nil { reap(0) }
        return ending ?? .exit(-1)
    }

    private func reap(_ options: Int32) {
        guard ending == nil else { return }
        var status: Int32 = 0
        let result = waitpid(processIdentifier, &status, options)
        if result == processIdentifier {
            // The macros of <sys/wait.h>, which Swift does not import.
            ending = status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
        } else if result < 0 && errno != EINTR {
            ending = .exit(-1)
        }
    }
}
