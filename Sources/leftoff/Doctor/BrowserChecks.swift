import FoundationEssentials
import Glibc
import Service
import Syntax

/// The checks of the manifests with which browsers find the native host.
struct NativeHostChecks {
    let directories: StandardDirectories

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
        guard let bytes = InputBytes.regularFile(path),
            let manifest = try? JSONValue(json: bytes, limit: InputBytes.smallFileLimit),
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
        guard let bytes = InputBytes.regularFile(path), bytes.starts(with: "#!/bin/sh".utf8)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.last(where: { $0.hasPrefix("exec ") }),
            let program = CommandWord.first(of: line.dropFirst("exec ".count)),
            access(program, X_OK) != 0, access(directories.root + program, X_OK) != 0
        else { return nil }
        return "names \(path), which starts \(program), which is not there"
    }
}

/// The checks of the browser extension: where it is installed, which browsers have used it, and its version.
struct ExtensionChecks {
    let directories: StandardDirectories
    let home: DataHome
    /// The version of this program.
    let version: String

    /// Runs the checks, for the browsers that are installed or have the extension.
    func findings() -> [Finding] {
        let records = BrowserRecord.load(from: home)
        let known = SupportedBrowser.allCases.map(\.rawValue)
        let checked = SupportedBrowser.allCases.compactMap { finding($0, records[$0.rawValue]) }
        let others = records.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        return checked + others.map { used($0.key, $0.value) }
    }

    private func finding(_ browser: SupportedBrowser, _ record: BrowserRecord?) -> Finding? {
        let name = browser.rawValue
        guard let path = browser.systemExtension(directories), access(path, F_OK) == 0 else {
            if let record { return used(name, record) }
            guard browser.isInstalled(directories.environment) else { return nil }
            // Chrome loads no extension of Debian's packages, which also need the package of the program.
            let canUsePackage = browser != .chrome && directories.hasProgramPackage
            let advice = canUsePackage ? DebianPackage.installExtension : "leftoff extension ~/leftoff-extension"
            return .warning("extension", "\(name) does not have the extension", advice: advice)
        }
        guard let installed = installedVersion(path) else {
            return .problem(
                "extension", "\(name): \(path) is damaged", advice: DebianPackage.reinstallExtension)
        }
        guard installed == version else {
            return .warning(
                "extension", "\(name): \(path) is version \(installed), and leftoff is version \(version)",
                advice: DebianPackage.installExtension)
        }
        if let record, record.extension != version { return used(name, record) }
        return .ok("extension", "\(name): version \(installed)\(record.map { ", used on \($0.lastUsed)" } ?? "")")
    }

    /// Returns the finding about an extension that the user has installed, or that has been replaced while it runs.
    private func used(_ name: String, _ record: BrowserRecord) -> Finding {
        let text = "\(name): version \(record.extension), used on \(record.lastUsed)"
        guard record.extension != version else { return .ok("extension", text) }
        return .warning(
            "extension", "\(text), and leftoff is version \(version)",
            advice: "restart \(name); if it loads the extension from a directory: leftoff extension DIRECTORY")
    }

    private func installedVersion(_ path: String) -> String? {
        guard let bytes = InputBytes.regularFile("\(path)/manifest.json"),
            let manifest = try? JSONValue(json: bytes, limit: InputBytes.smallFileLimit)
        else { return nil }
        return manifest["version"]?.string
    }
}
