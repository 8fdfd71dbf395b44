import FoundationEssentials
import JSON
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The checks of the manifests with which browsers find the native host.
struct NativeHostChecks {
    let directories: StandardDirectories

    /// The maximum size of a manifest or a launcher, in bytes.
    private static let sizeLimit = 64 * 1024

    /// Runs the checks, for the browsers that are installed or have a manifest.
    func findings() -> [Finding] {
        SupportedBrowser.allCases.compactMap { browser in
            let paths = [browser.userManifest(directories), browser.systemManifest(directories)]
            guard let path = paths.compactMap({ $0 }).first(where: { access($0, F_OK) == 0 }) else {
                guard browser.isInstalled(directories.environment) else { return nil }
                return .warning(
                    "host", "\(browser.rawValue) does not know the native host",
                    advice: "leftoff native-host install")
            }
            guard let problem = problem(of: path, browser) else { return .ok("host", "\(browser.rawValue): \(path)") }
            // Browsers prefer the user's manifest to a damaged one of the system.
            return .problem(
                "host", "\(browser.rawValue): \(path) \(problem)", advice: "leftoff native-host install")
        }
    }

    /// Returns the problem of a manifest; nil if there is none.
    private func problem(of path: String, _ browser: SupportedBrowser) -> String? {
        guard let bytes = InputBytes.regularFile(path, limit: Self.sizeLimit),
            let manifest = try? JSONValue(json: bytes, limit: Self.sizeLimit),
            manifest["name"]?.string == NativeHostManifest.hostName, manifest["type"]?.string == "stdio",
            let launcher = manifest["path"]?.string
        else { return "is not a manifest of Leftoff" }
        let (key, caller) =
            switch browser.kind {
            case .firefox: ("allowed_extensions", NativeHostManifest.firefoxExtension)
            case .chromium: ("allowed_origins", NativeHostManifest.chromiumOrigin)
            }
        guard manifest[key]?.array?.contains(.string(caller)) == true else {
            return "does not allow the Leftoff extension"
        }
        guard launcher.hasPrefix("/") else { return "names \(launcher), which is not an absolute path" }
        // The launcher of a package is named by its path on the installed system.
        let file = path.hasPrefix(directories.root + "/") ? directories.root + launcher : launcher
        let found = access(file, F_OK) == 0 ? file : launcher
        guard access(found, F_OK) == 0 else { return "names \(launcher), which is not there" }
        guard access(found, X_OK) == 0 else { return "names \(launcher), which is not executable" }
        return problem(ofLauncher: found)
    }

    /// Returns the problem of a launcher's program; nil if there is none, or if the launcher is no script.
    private func problem(ofLauncher path: String) -> String? {
        guard let bytes = InputBytes.regularFile(path, limit: Self.sizeLimit), bytes.starts(with: "#!/bin/sh".utf8)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.last(where: { $0.hasPrefix("exec ") }),
            let program = CommandWord.first(of: line.dropFirst("exec ".count)),
            access(program, X_OK) != 0, access(directories.root + program, X_OK) != 0
        else { return nil }
        return "names \(path), which starts \(program), which is not there"
    }
}
