import ArgumentParser
import CPlatform
import FoundationEssentials
import Glibc
import Service
import Syntax

/// `leftoff native-host`: serves the browser extension through native messaging.
struct NativeHostCommand: ParsableCommand {
    /// The name of the command.
    static let name = "native-host"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Serve the browser extension without a running service.",
        discussion: """
            Browsers start this command for the Leftoff extension, and exchange messages with it on standard input and \
            output. It accepts no other caller. The packages set it up for all users; otherwise run \
            'leftoff native-host install'.
            """,
        subcommands: [
            NativeHostInstallCommand.self, NativeHostUninstallCommand.self, NativeHostManifestCommand.self,
            NativeHostServeCommand.self,
        ],
        defaultSubcommand: NativeHostServeCommand.self
    )
}

/// `leftoff native-host CALLER`: responds to the messages of a browser that has started the command.
///
/// It is a command of its own because the arguments of a browser may begin with a dash.
private struct NativeHostServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Respond to the messages of a browser.", shouldDisplay: false)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The arguments with which a browser identifies the extension.", valueName: "caller"))
    var caller: [String] = []

    func run() throws {
        guard NativeHostCaller(arguments: caller) != nil else {
            if let word = misspeltCommand {
                throw CommandFailure.usage(
                    """
                    there is no command '\(NativeHostCommand.name) \(word)', only \
                    \(NativeHostCommand.listedNames.joined(separator: ", ")); \
                    see 'leftoff \(NativeHostCommand.name) --help'
                    """)
            }
            throw CommandFailure(
                what: NativeHostCommand.name,
                why: "only a browser may start it, for the Leftoff extension; 'leftoff native-host install' sets it up",
                status: .refused)
        }
        // This comes before anything that takes time, so that the end of the browser is not missed.
        let connection = NativeMessageConnection()
        leftoff_library_keep_running()
        try NativeHost(home: try DataHome()).run(connection)
    }

    /// The first argument if it can only be a misspelt subcommand.
    ///
    /// The first argument of a browser is an origin or the path of a manifest, both of which contain a slash. Options
    /// and the ids of extensions are refused like any other caller.
    private var misspeltCommand: String? {
        guard let word = caller.first, !word.isEmpty else { return nil }
        return word.hasPrefix("-") || word.contains("/") || word.contains("@") ? nil : word
    }
}

/// `leftoff native-host install`: lets the user's browsers find the native host.
private struct NativeHostInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Let your browsers start the native host.",
        discussion: """
            Writes a program that starts this leftoff to the data directory, and manifests for Firefox, Chromium and \
            Chrome that name it. Run the command again after you have moved leftoff or the data directory.
            """
    )

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        let installation = try NativeHostInstallation(home: DataHome())
        for change in try installation.install() where !quiet {
            StandardError.writeLine("leftoff: \(change)")
        }
    }
}

/// `leftoff native-host uninstall`: removes the files that `install` has written.
private struct NativeHostUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove the files that 'leftoff native-host install' has written.",
        discussion: "Manifests that name another program, such as those of a package, are not changed."
    )

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        let changes = try NativeHostInstallation(home: DataHome()).uninstall()
        guard !quiet else { return }
        for change in changes { StandardError.writeLine("leftoff: \(change)") }
        if changes.isEmpty { StandardError.writeLine("leftoff: the native host is not installed for this user") }
    }
}

/// `leftoff native-host manifest`: prints a manifest of the native host.
private struct NativeHostManifestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest",
        abstract: "Print the manifest with which browsers find the native host.",
        discussion: "Its file must be named leftoff.json, in the directory where the browser looks for manifests."
    )

    @Argument(help: "The form of the manifest: firefox, or chromium for all browsers derived from it.")
    var browser: NativeHostManifest.Browser

    @Option(
        help: ArgumentHelp("The absolute path of the program that runs 'leftoff native-host'.", valueName: "path"))
    var launcher: String

    func validate() throws {
        // Browsers on Linux ignore a manifest with a relative path.
        guard launcher.hasPrefix("/") else { throw ValidationError("--launcher must be an absolute path") }
    }

    func run() throws {
        try OutputStream.print(NativeHostManifest(browser: browser, launcher: launcher).json)
    }
}

extension NativeHostManifest.Browser: ExpressibleByArgument {}

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

    /// The data directory.
    let home: DataHome
    private let environment = ProcessInfo.processInfo.environment

    /// The path of the launcher.
    private var launcher: String { "\(home.absolutePath)/\(Self.launcherName)" }

    /// The manifests, and the paths at which the browsers look for them.
    ///
    /// - Throws: `CommandFailure` (cannot create) if the user's home directory is unknown.
    private func manifests() throws -> [(path: String, manifest: NativeHostManifest)] {
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
            let manifest = contents(of: path).flatMap { try? JSONValue(json: $0, limit: InputBytes.smallFileLimit) }
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
    private func contents(of path: String) -> [UInt8]? { InputBytes.regularFile(path) }
}
