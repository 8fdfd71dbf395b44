import Dispatch
package import DownloadQueue
import Glibc
import Synchronization
import Syntax

/// A hook that runs a program for each finished download (`onDone` in the configuration file).
///
/// The program is started without a shell. Its standard output is redirected to standard error, because Leftoff's
/// standard output is data. One program runs at a time, and a failure only causes a warning. When the run is stopped,
/// the running program is allowed to finish and no other is started.
package final class CompletionHook: Sendable {
    private struct State {
        var isStopped = false
        var isRunning = false
    }

    private let state = Mutex(State())
    private let command: [String]
    private let warn: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "leftoff.hook")

    /// Creates a hook.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments; an argument such as `{path}` is replaced by a value of the item.
    ///   - warn: Called with messages about failures.
    package init(command: [String], warn: @escaping @Sendable (String) -> Void) {
        self.command = command
        self.warn = warn
    }

    /// Schedules the program for an item, and returns at once.
    ///
    /// - Parameter item: An item whose attempt has ended; the program runs only if it is done.
    package func run(_ item: QueueItem) {
        guard item.state == .done else { return }
        let command = Self.arguments(command, for: item)
        let path = item.path ?? item.id
        queue.async { [self] in
            let isStopped = state.withLock { state in
                state.isRunning = !state.isStopped
                return state.isStopped
            }
            guard !isStopped else { return warn("onDone: \(command[0]): not run for \(path): the run was stopped") }
            if let problem = Self.execute(command) { warn("onDone: \(command[0]): \(problem)") }
            state.withLock { $0.isRunning = false }
        }
    }

    /// Prevents further programs from being started, and reports the program that is still running.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return state.isRunning && !state.isStopped
        }
        if isFirst { warn("onDone: waiting for \(command[0]) to end; press Ctrl-C again to end it now") }
    }

    /// Waits until all programs have ended.
    package func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Returns a command with its placeholders replaced by an item's values; a value that the item lacks is empty.
    static func arguments(_ command: [String], for item: QueueItem) -> [String] {
        let values = [
            "{path}": item.path ?? "", "{name}": item.path == nil ? "" : item.fileName ?? "",
            "{directory}": item.directory,
            "{url}": item.url.displayText, "{id}": item.id, "{sha256}": item.sha256 ?? "",
        ]
        return command.map { values[$0] ?? $0 }
    }

    /// Runs a program and waits for its end.
    ///
    /// - Returns: The description of a failure; nil if the exit code was 0.
    private static func execute(_ command: [String]) -> String? {
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
        // Runs in its own process group: Ctrl-C signals the terminal's whole foreground group, but the program must
        // finish.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, environ)
        guard result == 0 else { return SystemError.text(result) }
        StopSignals.setChild(pid)
        // WNOWAIT does not reap the process, so that its id cannot be reused while a signal may use it.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        StopSignals.setChild(nil)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno != EINTR { return SystemError.text(errno) }
        }
        if status & 0x7F != 0 { return "ended by signal \(status & 0x7F)" }
        let code = (status >> 8) & 0xFF
        return code == 0 ? nil : "exit code \(code)"
    }
}
