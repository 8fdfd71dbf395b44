#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The user's default browser.
///
/// The programs in the variable `BROWSER` are tried first, as xdg-open(1) describes it: they are separated by colons,
/// and `%s` in one of them stands for the address. Then xdg-open (xdg-utils) is tried, and on macOS `open`.
struct DefaultBrowser {
    let environment: [String: String]

    #if os(macOS)
        static let opener = "open"
    #else
        static let opener = "xdg-open"
    #endif

    /// Returns the commands that open an address, in the order in which they are tried.
    func commands(for address: String) -> [[String]] {
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
        #if os(macOS)
            true
        #else
            ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
        #endif
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
