import FoundationEssentials
import Glibc
import Synchronization
import Syntax

/// The settings with which a program is started.
struct ProgramLaunch {
    /// The program, which is looked up in PATH if it contains no slash, and its arguments.
    var command: [String]
    /// The environment variables of the program.
    var environment: [String: String]
    /// The descriptor for standard input; nil for the null device.
    var input: Int32?
    /// The descriptor for standard output; nil for the null device.
    var output: Int32?
    /// The descriptor for standard error; nil for the null device.
    var errors: Int32?
    /// True for a session of its own, in which the program survives the terminal and the program that started it.
    var ownsSession = true

    /// Starts the program.
    ///
    /// It inherits no other descriptor than its standard streams: a browser waits until its native host closes the
    /// pipes, and would otherwise wait for the program too.
    ///
    /// - Returns: The id of its process.
    /// - Throws: ``StartFailure`` if the program cannot be started.
    func start() throws(StartFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                let mode = target == STDIN_FILENO ? O_RDONLY : O_WRONLY
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", mode, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Leftoff ignores SIGPIPE, and its caller may have blocked signals.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        for descriptor in Self.inheritedDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // POSIX_SPAWN_SETSID, which Swift does not import.
        if ownsSession { flags |= 0x80 }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, command[0], &actions, &attributes, &words, &variables)
        guard result == 0 else { throw StartFailure(program: command[0], reason: SystemError.text(result)) }
        return process
    }

    /// Runs the program with the standard streams of this one, and waits for its end.
    ///
    /// - Returns: The status, as waitpid(2) returns it.
    /// - Throws: ``StartFailure`` if the program cannot be started.
    func runInForeground() throws(StartFailure) -> Int32 {
        var launch = self
        launch.input = STDIN_FILENO
        launch.output = STDOUT_FILENO
        launch.errors = STDERR_FILENO
        launch.ownsSession = false
        let process = try launch.start()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// The descriptors above the standard streams that a program would inherit.
    private static var inheritedDescriptors: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(Int32.init).filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return descriptor > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
        }
    }

    /// An error that prevents a program from being started.
    struct StartFailure: Error, CustomStringConvertible {
        var program: String
        var reason: String

        var description: String { "cannot run \(program): \(reason)" }
    }
}

/// A program that is run for its output, for a limited time.
enum BoundedProgram {
    /// The maximum size of the output that is read, in bytes.
    private static let outputLimit = 1 << 16

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - environment: The environment variables of the program.
    ///   - timeout: The time after which the program is killed.
    /// - Returns: The exit code and the standard output; nil if the program cannot be started, did not end in time or
    ///   was ended by a signal.
    static func run(
        _ command: [String], environment: [String: String], timeout: Duration
    ) -> (status: Int32, output: String)? {
        guard let pipe = PipeReader(limit: outputLimit) else { return nil }
        let launch = ProgramLaunch(command: command, environment: environment, output: pipe.writeEnd)
        guard let process = try? launch.start() else { return nil }
        pipe.closeWriteEnd()
        if !pipe.readToEnd(until: .now + timeout) { kill(process, SIGKILL) }
        // A program may close its standard output before it ends.
        let end = ContinuousClock.now + timeout
        var status: Int32 = 0
        while true {
            let result = waitpid(process, &status, WNOHANG)
            if result == process { break }
            if result < 0, errno != EINTR { return nil }
            if ContinuousClock.now > end { kill(process, SIGKILL) }
            poll(nil, 0, 5)
        }
        return status & 0x7F == 0 ? ((status >> 8) & 0xFF, pipe.text) : nil
    }
}

/// The reading side of a pipe to which a started program writes.
final class PipeReader: Sendable {
    private struct State {
        var writeEnd: Int32
        var bytes: [UInt8] = []
        var isAtEnd = false
    }

    /// The maximum number of chunks that are read without looking at the clock, which is more than a pipe holds.
    private static let chunkLimit = 32

    private let readEnd: Int32
    private let limit: Int
    private let state: Mutex<State>

    /// Creates a pipe that only the program for which it is meant inherits.
    ///
    /// - Parameter limit: The number of bytes to keep; the rest is discarded. The result is nil if the system has no
    ///   descriptor left.
    init?(limit: Int) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        readEnd = ends[0]
        self.limit = limit
        state = Mutex(State(writeEnd: ends[1]))
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    /// The end for the program.
    var writeEnd: Int32 { state.withLock { $0.writeEnd } }

    /// Closes the program's end in this process, so that the end of the program is noticed.
    func closeWriteEnd() {
        state.withLock { state in
            if state.writeEnd >= 0 { close(state.writeEnd) }
            state.writeEnd = -1
        }
    }

    /// The text that has been read.
    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Reads what the program has written, without waiting.
    ///
    /// - Returns: True if the program has closed its end.
    @discardableResult
    func readAvailable() -> Bool {
        state.withLock { state in
            var chunk = [UInt8](repeating: 0, count: 4096)
            // A program may write faster than this reads, and the caller's time is limited.
            for _ in 0..<Self.chunkLimit where !state.isAtEnd {
                let count = read(readEnd, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return false }
                state.isAtEnd = count == 0
                state.bytes += chunk.prefix(min(count, limit - state.bytes.count))
            }
            return state.isAtEnd
        }
    }

    /// Reads until the program closes its end.
    ///
    /// - Parameter end: The latest time.
    /// - Returns: False if the time is over.
    func readToEnd(until end: ContinuousClock.Instant) -> Bool {
        while !readAvailable() {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { return false }
            var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Int32(clamping: rest.components.seconds * 1000 + 50))
        }
        return true
    }
}

/// The user's default browser.
///
/// The programs in the variable `BROWSER` are tried first, as xdg-open(1) describes it: they are separated by colons,
/// and `%s` in one of them stands for the address. Then xdg-open (xdg-utils) is tried.
struct DefaultBrowser {
    let environment: [String: String]

    private static let opener = "xdg-open"

    /// Returns the commands that open an address, in the order in which they are tried.
    private func commands(for address: String) -> [[String]] {
        let named = (environment["BROWSER"] ?? "").split(separator: ":").map { entry -> [String] in
            let words = entry.split(separator: " ").map { String($0).replacing("%s", with: address) }
            return entry.contains("%s") ? words : words + [address]
        }
        return named.filter { $0.count > 1 } + [[Self.opener, address]]
    }

    /// True if there is a display, or a program that the user has chosen.
    var canOpenWindow: Bool { hasDisplay || !(environment["BROWSER"] ?? "").isEmpty }

    /// Returns the commands that open an address in a window, in the order in which they are tried.
    ///
    /// Without a display, xdg-open only starts browsers for terminals.
    func windowCommands(for address: String) -> [[String]] {
        let commands = commands(for: address)
        return hasDisplay ? commands : commands.dropLast()
    }

    private var hasDisplay: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    }

    /// Opens an address in the foreground, which a browser for terminals needs.
    ///
    /// - Parameter address: An address or a path.
    /// - Returns: Nil if a program succeeded; otherwise the problem of the last one.
    func open(_ address: String) -> String? {
        var problem: String?
        for command in commands(for: address) {
            problem = run(command)
            if problem == nil { return nil }
        }
        return problem
    }

    /// Starts a program that opens an address.
    ///
    /// Its standard error is the null device in both cases: without a display, xdg-open prints a line for each browser
    /// that it does not find, and browsers print warnings.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - isInForeground: True for a program that keeps the terminal, with the standard input and output of this one,
    ///     until it ends; false for one that may outlive this program, in a session of its own.
    /// - Returns: The id of its process.
    /// - Throws: `ProgramLaunch.StartFailure` if the program cannot be started.
    func start(_ command: [String], isInForeground: Bool) throws(ProgramLaunch.StartFailure) -> pid_t {
        var launch = ProgramLaunch(command: command, environment: environment)
        if isInForeground {
            launch.input = STDIN_FILENO
            launch.output = STDOUT_FILENO
            launch.ownsSession = false
        }
        return try launch.start()
    }

    /// Returns the problem of a program that has ended.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - status: Its status, as waitpid(2) returns it.
    /// - Returns: The problem; nil if the exit code was 0.
    static func problem(of command: [String], status: Int32) -> String? {
        status == 0 ? nil : "\(command[0]) could not open a browser"
    }

    /// Runs a program in the foreground, and waits for its end.
    ///
    /// - Returns: The problem; nil if the exit code was 0.
    private func run(_ command: [String]) -> String? {
        let process: pid_t
        do { process = try start(command, isInForeground: true) } catch { return "\(error)" }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return Self.problem(of: command, status: status)
    }
}

/// The path of the running program.
enum ExecutablePath {
    /// The absolute path; nil if the system does not report it.
    ///
    /// If an upgrade has replaced the program while it runs, this is the path of the new one.
    static var current: String? {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        // proc_pid_exe(5): the link of a deleted file ends with this text.
        let suffix = " (deleted)"
        let replaced = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
        return access(path, X_OK) == 0 ? path : access(replaced, X_OK) == 0 ? replaced : nil
    }
}

/// A word of a command in a shell script or in a unit file.
enum CommandWord {
    /// Returns a text as one word of a shell (POSIX, Shell Command Language, section 2.2.2).
    static func quoted(_ text: String) -> String {
        var word = "'"
        // An apostrophe and a combining mark after it are one character, but two for a shell.
        for scalar in text.unicodeScalars {
            if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
        }
        return word + "'"
    }

    /// Returns the first word of a command.
    ///
    /// - Parameter command: A command such as `'/opt/my tools/leftoff' native-host "$@"`. A word may be quoted with
    ///   single or double quotes, and a backslash outside of single quotes stands for the next character.
    /// - Returns: The word without quotes; nil if the command is empty.
    static func first(of command: some StringProtocol) -> String? {
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in command.drop(while: { $0 == " " }) {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if quote == nil, character == " " {
                break
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? nil : word
    }
}
