import ArgumentParser
import FoundationEssentials
import Glibc
import Syntax

/// `leftoff page`: opens the web page in the default browser.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Open the web page in the default browser and sign the browser in.",
        discussion: """
            Starts the service if it does not run: through its systemd unit if the unit is installed, otherwise in the \
            background. The browser is the first program in $BROWSER that works, or else the desktop's default \
            browser. Without a display or a browser, the command prints a one-time address instead, as with --print.
            """
    )

    @Option(help: "The port of the service; by default the port of the running service, or else 5338.")
    var port: UInt16?

    @Flag(help: "Print a one-time address that signs a browser in instead of opening the page.")
    var print = false

    func validate() throws {
        guard port != 0 else { throw ValidationError("the port must be a number from 1 to 65535") }
    }

    func run() async throws {
        let home = try DataHome()
        let service = try await ServiceLauncher(home: home, port: port).running()
        if let port, service.port != port {
            StandardError.writeLine(
                "leftoff: the service already runs on port \(service.port): port \(port) is not used")
        }
        guard print else {
            return try await PageOpening(home: home, environment: ProcessInfo.processInfo.environment).open(service)
        }
        let code = try await service.issueCode(home: home)
        try OutputStream.print(lines: [code.address])
    }
}

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
        try OutputStream.print(lines: [address])
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

/// A private file with a form that signs the browser in that opens it.
///
/// The browser sends the code in the body of a request. Therefore no command line, log, address or history contains it.
private struct SignInFile {
    /// The file's path.
    let path: String

    private static let prefix = "leftoff-sign-in-"
    private static let suffix = ".html"

    /// Writes the file, which only the user can read.
    ///
    /// - Parameters:
    ///   - code: The code that the form contains.
    ///   - path: The path on the service to open, of characters without a meaning in HTML.
    ///   - directory: The directory of the file. Files that killed processes left there are deleted.
    /// - Throws: `CommandFailure` if the file cannot be written.
    init(_ code: SignInCode, path: String, in directory: String) throws {
        Self.removeAbandoned(in: directory)
        self.path = "\(directory)/\(Self.prefix)\(getpid())\(Self.suffix)"
        TemporaryOutputFile.removeOnSignal(self.path)
        let descriptor = open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(self.path) }
        let text = Array(Self.text(code, next: path).utf8)
        let count = text.withUnsafeBytes { bytes in
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
        let failure = Self.failure(self.path)
        close(descriptor)
        guard count == text.count else {
            remove()
            throw failure
        }
    }

    /// Deletes the file.
    func remove() {
        unlink(path)
        TemporaryOutputFile.keepOnSignal()
    }

    /// Returns the directory for the file: the user's runtime directory if it is private, otherwise the data directory.
    static func directory(home: DataHome, environment: [String: String]) -> String {
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return home.absolutePath }
        var status = stat()
        let isPrivate =
            stat(runtime, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
        return isPrivate ? runtime : home.absolutePath
    }

    /// Returns the page; an origin, a code and a path of the service contain no character that has a meaning in HTML.
    private static func text(_ code: SignInCode, next: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
          <meta charset="utf-8">
          <title>Leftoff</title>
          <meta name="color-scheme" content="light dark">
        </head>
        <body>
          <form method="post" action="\(code.origin)/login">
            <input type="hidden" name="code" value="\(code.code)">
            <input type="hidden" name="next" value="\(next)">
            <button>Open Leftoff</button>
          </form>
          <script>document.forms[0].submit()</script>
        </body>
        </html>

        """
    }

    private static func removeAbandoned(in directory: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
            let process = pid_t(name.dropFirst(prefix.count).dropLast(suffix.count))
            // This process has not created its file yet.
            if let process, process == getpid() || kill(process, 0) != 0 && errno == ESRCH {
                unlink("\(directory)/\(name)")
            }
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
    }
}
