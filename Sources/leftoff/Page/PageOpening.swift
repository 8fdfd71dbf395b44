import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An opening of the web page in the default browser, which signs in with a local file.
///
/// If there is no display or no browser, as on a server, an address to open elsewhere is printed instead.
struct PageOpening {
    let home: DataHome
    let environment: [String: String]

    /// The time in which the browser must sign in; the first start of a browser takes tens of seconds on a slow disk.
    private static let timeout: Duration = .seconds(60)
    private static let pollInterval: Duration = .milliseconds(150)

    /// The problem of programs that were to open the page.
    private enum Problem {
        /// No browser can be expected to open the page.
        case noBrowser(String)
        /// A browser may have opened the page, but did not sign in in time.
        case noSignIn
    }

    /// Opens the page and waits until the browser has signed in, or prints its address if there is no browser.
    ///
    /// - Parameters:
    ///   - service: The running service.
    ///   - path: The path to open on the service.
    /// - Throws: `CommandFailure` if a browser was started but does not sign in.
    func open(_ service: RunningService, at path: String = "/") async throws {
        switch try await openInBrowser(service, at: path) {
        case nil: break
        case .noBrowser(let problem): try await printAddress(service, path, because: problem)
        case .noSignIn:
            throw CommandFailure(
                what: "page",
                why: "no browser has signed in: leftoff page --print prints an address to open in a browser",
                status: .unavailable)
        }
    }

    /// Prints an address for a browser elsewhere, such as at the other end of a tunnel.
    private func printAddress(_ service: RunningService, _ path: String, because problem: String) async throws {
        let isHome = path == "/"
        let address = isHome ? try await service.issueCode(home: home).address : service.origin + path
        var output = try OutputStream()
        try output.writeLine(address)
        try output.finish()
        let use = isHome ? "it signs a browser in once" : "'leftoff page --print' prints one that signs a browser in"
        StandardError.writeLine("leftoff: \(problem): open the address above in a browser; \(use)")
    }

    /// Opens the page, and waits until the browser has signed in.
    ///
    /// - Returns: The problem; nil if a browser has signed in.
    private func openInBrowser(_ service: RunningService, at path: String) async throws -> Problem? {
        let browser = DefaultBrowser(environment: environment)
        guard browser.canOpenWindow else { return .noBrowser("there is no display") }
        let code = try await service.issueCode(home: home)
        let file = try SignInFile(code, path: path, in: SignInFile.directory(home: home, environment: environment))
        defer { file.remove() }
        let end = ContinuousClock.now + Self.timeout
        var problem = Problem.noBrowser("no browser was found")
        for command in browser.windowCommands(for: file.path) {
            let result = try await run(command, of: browser, until: end) {
                try await service.isUsed(code, home: home)
            }
            guard let result else { return nil }
            if case .noSignIn = result { return result }
            problem = result
        }
        return problem
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
    ) async throws -> Problem? {
        let process: pid_t
        do { process = try browser.start(command, isInForeground: false) } catch { return .noBrowser("\(error)") }
        var hasEnded = false
        while ContinuousClock.now < end {
            if try await isSignedIn() { return nil }
            var status: Int32 = 0
            if !hasEnded, waitpid(process, &status, WNOHANG) == process {
                hasEnded = true
                if let problem = DefaultBrowser.problem(of: command, status: status) {
                    // The browser may have signed in just before the program ended.
                    return try await isSignedIn() ? nil : .noBrowser(problem)
                }
            }
            try await Task.sleep(for: Self.pollInterval)
        }
        return .noSignIn
    }
}
