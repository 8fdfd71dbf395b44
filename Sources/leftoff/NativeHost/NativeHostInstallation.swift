import FoundationEssentials
import JSON
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files with which the user's browsers find the native host: a launcher and the manifests that name it.
struct NativeHostInstallation {
    /// A file that was written, removed or left unchanged.
    enum Change: CustomStringConvertible {
        case written(String)
        case unchanged(String)
        case removed(String)
        /// The file belongs to another installation.
        case foreign(String)

        var description: String {
            switch self {
            case .written(let path): "wrote \(path)"
            case .unchanged(let path): "unchanged: \(path)"
            case .removed(let path): "removed \(path)"
            case .foreign(let path): "left unchanged: \(path) belongs to another installation"
            }
        }
    }

    /// The name of the launcher in the data directory.
    static let launcherName = "native-host"
    /// The first lines of a launcher.
    private static let launcherHead = "#!/bin/sh\n# Written by 'leftoff native-host install'.\n"
    /// The maximum size of a file that could be a manifest or a launcher, in bytes.
    private static let sizeLimit = 64 * 1024

    private let home: DataHome
    private let environment: [String: String]

    /// Creates the installation of a user.
    ///
    /// - Parameters:
    ///   - home: The data directory.
    ///   - environment: The environment variables to use; by default those of the process.
    init(home: DataHome, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.home = home
        self.environment = environment
    }

    /// The path of the launcher.
    var launcher: String { "\(home.absolutePath)/\(Self.launcherName)" }

    /// The manifests, and the paths at which the browsers look for them.
    ///
    /// - Throws: `CommandFailure` (cannot create) if the user's home directory is unknown.
    func manifests() throws -> [(path: String, manifest: NativeHostManifest)] {
        let directories = StandardDirectories(environment: environment, root: "")
        return try SupportedBrowser.allCases.map { browser in
            guard let path = browser.userManifest(directories) else {
                throw CommandFailure(what: "home directory", why: "HOME is not set", status: .cannotCreate)
            }
            return (path, NativeHostManifest(browser: browser.kind, launcher: launcher))
        }
    }

    /// Writes the files that are missing or different.
    ///
    /// - Returns: All files.
    /// - Throws: `CommandFailure` if a file cannot be written.
    func install() throws -> [Change] {
        guard let program = ExecutablePath.current else {
            throw CommandFailure(what: "leftoff", why: "its own path is unknown", status: .notFound)
        }
        let manifests = try manifests()
        // The launcher is written first, so that no manifest names a missing program.
        var changes = [try write(Array(launcherText(program).utf8), to: launcher, mode: 0o700)]
        for (path, manifest) in manifests { changes.append(try write(manifest.json, to: path, mode: 0o644)) }
        return changes
    }

    /// Removes the files that ``install()`` has written for this data directory.
    ///
    /// - Returns: The files that were removed, and the manifests of other installations.
    /// - Throws: `CommandFailure` if a file cannot be removed.
    func uninstall() throws -> [Change] {
        let installed = installedFiles
        let foreign = try manifests().map(\.path).filter { !installed.contains($0) && contents(of: $0) != nil }
        return try foreign.map { .foreign($0) } + installed.map { try remove($0) }
    }

    /// The paths of the files that ``install()`` has written for this data directory: manifests, then the launcher.
    var installedFiles: [String] {
        let manifests = ((try? manifests()) ?? []).map(\.path).filter { path in
            let manifest = contents(of: path).flatMap { try? JSONValue(json: $0, limit: Self.sizeLimit) }
            return manifest?["name"]?.string == NativeHostManifest.hostName && manifest?["path"]?.string == launcher
        }
        return manifests + (hasLauncher ? [launcher] : [])
    }

    /// True if ``install()`` has written the launcher.
    var hasLauncher: Bool { contents(of: launcher)?.starts(with: Self.launcherHead.utf8) ?? false }

    /// The launcher, which gives the host the data directory of this command.
    ///
    /// A browser is often started without the variables of the user's shell.
    private func launcherText(_ program: String) -> String {
        let isDefault =
            environment["LEFTOFF_HOME", default: ""].isEmpty
            && environment["XDG_DATA_HOME", default: ""].isEmpty
        let setting = isDefault ? "" : "export LEFTOFF_HOME=\(CommandWord.quoted(home.absolutePath))\n"
        return Self.launcherHead + setting + "exec \(CommandWord.quoted(program)) \(NativeHostCommand.name) \"$@\"\n"
    }

    private func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws -> Change {
        var status = stat()
        if contents(of: path) == bytes, lstat(path, &status) == 0, status.st_mode & 0o7777 == mode {
            return .unchanged(path)
        }
        if let slash = path.lastIndex(of: "/") { try AtomicFile.createDirectory(String(path[..<slash]), mode: 0o700) }
        try AtomicFile.write(bytes, to: path, mode: mode)
        return .written(path)
    }

    private func remove(_ path: String) throws -> Change {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
        }
        return .removed(path)
    }

    /// Returns the bytes of a regular file; nil if there is none, or a much larger one.
    private func contents(of path: String) -> [UInt8]? {
        InputBytes.regularFile(path, limit: Self.sizeLimit)
    }
}
