import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A private file with a form that signs the browser in that opens it.
///
/// The browser sends the code in the body of a request. Therefore no command line, log, address or history contains it.
struct SignInFile {
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
    init(_ code: SignInCode, path: String = "/", in directory: String) throws {
        Self.removeAbandoned(in: directory)
        self.path = "\(directory)/\(Self.prefix)\(getpid())\(Self.suffix)"
        TemporaryOutputFile.removeOnSignal(self.path)
        let descriptor = open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(self.path) }
        let text = Array(Self.text(code, next: path).utf8)
        let count = text.withUnsafeBytes { bytes in
            #if canImport(Glibc)
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
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
