import Fetching
import FoundationEssentials
import Glibc

/// The checks of the programs and libraries that Leftoff uses.
struct ProgramChecks {
    let environment: [String: String]

    private static let browsers = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "firefox", "firefox-esr",
        "brave-browser",
    ]

    /// The command that installs libcurl.
    static let libraryAdvice = "sudo apt install libcurl4"

    /// The libraries that are loaded at first use; packaging/build compares their names with those in C.
    private static let libraries: [(file: String, package: String, purpose: String)] = [
        ("libcrypto.so.3", "libssl3", "verify checksums of downloads"),
        ("libxml2.so.2", "libxml2", "read XML (feeds, sitemaps, Metalink) and evaluate XPath"),
        ("libidn2.so.0", "libidn2-0", "read addresses with international domain names"),
        ("libpsl.so.5", "libpsl5", "find the registrable domain of a host"),
        ("libpq.so.5", "libpq5", "share a queue on PostgreSQL"),
        ("libbrotlidec.so.1", "libbrotli1", "read responses that are compressed with Brotli"),
    ]

    /// Runs the checks.
    func findings() -> [Finding] { [transfers()] + libraries() + [browser(), installation()] }

    private func transfers() -> Finding {
        if let failure = CurlLibrary.failure {
            return .problem("libcurl", failure, advice: Self.libraryAdvice)
        }
        return .ok("libcurl", CurlLibrary.version)
    }

    /// Checks the libraries that are loaded at first use, apart from libcurl.
    private func libraries() -> [Finding] {
        let missing = Self.libraries.filter { library in
            guard let handle = dlopen(library.file, RTLD_LAZY) else { return true }
            dlclose(handle)
            return false
        }
        guard !missing.isEmpty else { return [.ok("libraries", "all are installed")] }
        return missing.map { library in
            .warning(
                "libraries", "\(library.file) is missing, which is needed to \(library.purpose)",
                advice: "sudo apt install \(library.package)")
        }
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

/// The commands that install Debian's packages of this version, whose files are in the current directory.
///
/// apt finds the packages in no archive, so it cannot install them by their names.
enum DebianPackage {
    /// Installs or upgrades the extension.
    static let installExtension = "sudo apt install ./\(file(extensionPackage, "all"))"
    /// Replaces damaged files of the extension.
    static let reinstallExtension = "sudo apt install --reinstall ./\(file(extensionPackage, "all"))"
    /// Replaces damaged files of the program.
    static let reinstallProgram = "sudo apt install --reinstall ./\(file("leftoff", "amd64"))"

    private static let extensionPackage = "webext-leftoff"

    private static func file(_ name: String, _ architecture: String) -> String {
        "\(name)_\(Version.current)_\(architecture).deb"
    }
}
