import Dispatch
import DownloadQueue
import FoundationEssentials
import Synchronization
import TerminalHUD

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program that is run for each file that is done, as `onDone` of the configuration says.
///
/// It gets its arguments as they are, without a shell. Its output goes to standard error, for standard output is data. One runs
/// after the other; a failure is a warning. When the run is stopped, the one that runs is waited for, and no other begins.
final class DoneHook: Sendable {
    private struct State {
        var isStopped = false
        var isRunning = false
    }

    private let state = Mutex(State())
    private let words: [String]
    private let warn: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "leftoff.hook")

    /// Makes the hook.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments; a word that is a placeholder stands for an item's value.
    ///   - warn: Says what failed.
    init(words: [String], warn: @escaping @Sendable (String) -> Void) {
        self.words = words
        self.warn = warn
    }

    /// Runs the program for an item; returns at once.
    ///
    /// - Parameter item: An item that is done.
    func run(_ item: QueueItem) {
        guard item.state == .done else { return }
        let words = words.map { Self.values(item)[$0] ?? $0 }
        let path = item.path ?? item.id
        queue.async { [self] in
            let isStopped = state.withLock { state in
                state.isRunning = !state.isStopped
                return state.isStopped
            }
            guard !isStopped else { return warn("on done: \(words[0]): stopped, not run for \(path)") }
            if let problem = Self.start(words) { warn("on done: \(words[0]): \(problem)") }
            state.withLock { $0.isRunning = false }
        }
    }

    /// Begins no more programs, and says which one is waited for.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return state.isRunning && !state.isStopped
        }
        if isFirst { warn("on done: waiting for \(words[0]); a second Ctrl-C ends it") }
    }

    /// Waits until all programs have ended.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// What the placeholders stand for.
    private static func values(_ item: QueueItem) -> [String: String] {
        [
            "{path}": item.path ?? "", "{name}": item.fileName ?? "", "{directory}": item.directory,
            "{url}": item.url.shown, "{id}": item.id, "{sha256}": item.sha256 ?? "",
        ]
    }

    /// Runs a program to its end.
    ///
    /// - Returns: What went wrong; nil if nothing did.
    private static func start(_ words: [String]) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A group of its own: Ctrl-C reaches all of the terminal's group, and the program is to be waited for.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, environ)
        guard result == 0 else { return SystemError.text(result) }
        StopSignals.waitFor(pid)
        // Until it is taken note of, its number is no other process's.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        StopSignals.waitFor(nil)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno != EINTR { return SystemError.text(errno) }
        }
        if status & 0x7F != 0 { return "ended by signal \(status & 0x7F)" }
        let code = (status >> 8) & 0xFF
        return code == 0 ? nil : "exit code \(code)"
    }
}
