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

    /// Opens an address in the foreground, which a browser for terminals needs.
    ///
    /// - Parameter address: An address or a path.
    /// - Returns: Nil if a program succeeded; otherwise the problem of the last one.
    func open(_ address: String) -> String? {
        var problem: String?
        for command in commands(for: address) {
            problem = Self.run(command)
            if problem == nil { return nil }
        }
        return problem
    }

    /// Runs a program with the standard streams of this one, and waits for its end.
    ///
    /// - Returns: The problem; nil if the exit code was 0.
    private static func run(_ command: [String]) -> String? {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, command[0], nil, nil, &arguments, environ)
        guard result == 0 else { return "cannot run \(command[0]): \(SystemError.text(result))" }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0 ? nil : "\(command[0]) could not open a browser"
    }
}
