import FoundationEssentials
import Transfer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The checks of the programs and libraries that Leftoff uses.
struct ProgramChecks {
    let environment: [String: String]

    private static let browsers = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "firefox", "firefox-esr",
        "brave-browser",
    ]

    /// The command that installs libcurl.
    static let libraryAdvice = "sudo apt install libcurl4"

    /// Runs the checks.
    func findings() -> [Finding] { [transfers(), browser(), installation()] }

    private func transfers() -> Finding {
        if let failure = CurlLibrary.failure {
            return .problem("libcurl", failure, advice: Self.libraryAdvice)
        }
        return .ok("libcurl", CurlLibrary.version)
    }

    private func browser() -> Finding {
        let found = Self.browsers.filter { path(of: $0) != nil }
        guard !found.isEmpty else {
            return .warning("browser", "none found in PATH", advice: "sudo apt install firefox-esr")
        }
        return .ok("browser", found.joined(separator: ", "))
    }

    private func installation() -> Finding {
        guard let path = path(of: "leftoff") else {
            let program = ExecutablePath.current ?? CommandLine.arguments[0]
            let directory = "/" + program.split(separator: "/").dropLast().joined(separator: "/")
            return .warning(
                "command", "leftoff is not in PATH", advice: "export PATH=\"$PATH\":\(CommandWord.quoted(directory))")
        }
        return .ok("command", path)
    }

    private func path(of name: String) -> String? { Self.path(of: name, environment: environment) }

    /// Returns the path of a program in PATH; nil if there is none.
    static func path(of name: String, environment: [String: String]) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
