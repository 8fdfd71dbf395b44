import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An opening of the web page in the default browser, which signs in with a local file.
struct PageOpening {
    let home: DataHome
    let environment: [String: String]

    /// The time in which the browser must sign in; the first start of a browser takes tens of seconds on a slow disk.
    private static let timeout: Duration = .seconds(60)
    private static let pollInterval: Duration = .milliseconds(150)

    /// Opens the page, and waits until the browser has signed in.
    ///
    /// - Parameters:
    ///   - service: The running service.
    ///   - path: The path to open on the service.
    /// - Throws: `CommandFailure` if no browser signs in.
    func open(_ service: RunningService, at path: String = "/") async throws {
        let code = try await service.issueCode(home: home)
        let file = try SignInFile(code, path: path, in: SignInFile.directory(home: home, environment: environment))
        defer { file.remove() }
        let end = ContinuousClock.now + Self.timeout
        var problem: String?
        let browser = DefaultBrowser(environment: environment)
        for command in browser.commands(for: file.path) {
            problem = try await run(command, of: browser, until: end) { try await service.isUsed(code, home: home) }
            if problem == nil { return }
            guard ContinuousClock.now < end else { break }
        }
        throw CommandFailure(
            what: "page",
            why: "\(problem ?? "no browser opened it"): leftoff page --print prints an address to open in a browser",
            status: .unavailable)
    }

    /// Runs a program that opens the file.
    ///
    /// The program may be the browser itself, which runs on, so it does not get the terminal. A browser for terminals
    /// could not show the page, which needs JavaScript.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - browser: The browser whose program it is.
    ///   - end: The latest time.
    ///   - isSignedIn: Returns true as soon as a browser has signed in.
    /// - Returns: The problem; nil if a browser has signed in.
    /// - Throws: The errors of `isSignedIn`, and `CancellationError`.
    private func run(
        _ command: [String], of browser: DefaultBrowser, until end: ContinuousClock.Instant,
        isSignedIn: () async throws -> Bool
    ) async throws -> String? {
        let process: pid_t
        do { process = try browser.start(command, isInForeground: false) } catch { return "\(error)" }
        var hasEnded = false
        while ContinuousClock.now < end {
            if try await isSignedIn() { return nil }
            var status: Int32 = 0
            if !hasEnded, waitpid(process, &status, WNOHANG) == process {
                hasEnded = true
                if let problem = DefaultBrowser.problem(of: command, status: status) {
                    // The browser may have signed in just before the program ended.
                    return try await isSignedIn() ? nil : problem
                }
            }
            try await Task.sleep(for: Self.pollInterval)
        }
        return "no browser has signed in"
    }
}
