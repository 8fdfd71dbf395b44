import FoundationEssentials
import Store
import TerminalHUD

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The deletion of all data of a data directory, which `leftoff forget --everything` asks to confirm.
struct EverythingRemoval {
    private let home: DataHome
    private let files: DataFiles
    private let nativeHost: NativeHostInstallation

    /// Lists what would be deleted.
    ///
    /// - Throws: `CommandFailure` if the data directory cannot be read, or if it is one in which other programs have
    ///   files with the same names.
    init(home: DataHome) throws {
        try Self.checkPlace(home)
        self.home = home
        files = try DataFiles(home: home)
        nativeHost = NativeHostInstallation(home: home)
    }

    /// Checks that the data directory neither is the user's home directory nor contains it.
    private static func checkPlace(_ home: DataHome) throws {
        guard let directory = resolved(home.path),
            let user = ProcessInfo.processInfo.environment["HOME"].flatMap(resolved),
            "\(user)/".hasPrefix(directory == "/" ? directory : "\(directory)/")
        else { return }
        throw CommandFailure(
            what: "forget",
            why: "\(home.path) is or contains your home directory, where other programs may use the same file names: "
                + "set LEFTOFF_HOME to the directory of Leftoff's data",
            status: .refused)
    }

    /// Returns an absolute path without symbolic links; nil if there is no such file.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// True if there is nothing to delete.
    var isEmpty: Bool { files.own.isEmpty && files.copies == nil && nativeHost.installedFiles.isEmpty }

    /// A description of what would be deleted and of what stays, in lines.
    var description: [String] {
        var lines = ["leftoff: these files will be deleted:"]
        lines += files.own.map { path in
            path.hasSuffix("/\(LeftoffDatabase.fileName)") ? "  \(path) (\(contents))" : "  \(path)"
        }
        if let copies = files.copies { lines.append("  \(copies) (all copies of pages)") }
        lines += nativeHost.installedFiles.filter { !files.own.contains($0) }.map { "  \($0)" }
        if !files.other.isEmpty {
            lines.append("leftoff: these files are not Leftoff's and stay:")
            lines += files.other.map { "  \($0)" }
        }
        lines.append("leftoff: downloaded files stay where they are")
        return lines
    }

    /// The number of places and downloads in the database.
    private var contents: String {
        guard let health = try? LeftoffDatabase.health(home: home.path), let places = health.placeCount,
            let items = health.itemCount
        else { return "its contents cannot be read" }
        return "\(counted(places, "place")), \(counted(items, "download"))"
    }

    /// Checks that no service and no queue run uses the store.
    ///
    /// - Throws: `CommandFailure` that says how to stop it.
    func checkUnused() async throws {
        if let user = StoreUser.all(of: home).first {
            throw Self.inUse("\(user)", stop: ServiceLock.stopCommand(user.pid))
        }
        if let process = ServiceLock.holder(in: home) {
            throw Self.inUse("leftoff serve (process \(process))", stop: ServiceLock.stopCommand(process))
        }
        if let service = await RunningService.find(home: home, port: nil) {
            throw Self.inUse("the service on port \(service.port)", stop: "kill \(service.pid)")
        }
    }

    private static func inUse(_ user: String, stop command: String) -> CommandFailure {
        CommandFailure(
            what: "forget", why: "\(user) uses the data: stop it with '\(command)', then try again",
            status: .unavailable)
    }

    /// Deletes the files, and the directory if nothing else is in it.
    ///
    /// - Throws: `CommandFailure` for the first file that cannot be deleted, or if the store is used by now.
    func run() async throws {
        // The lock that a process holds while it creates or migrates the store.
        let directory = open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if directory >= 0 { close(directory) } }
        guard directory < 0 || flock(directory, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw CommandFailure(
                what: "forget", why: "another process changes \(home.path): try again", status: .unavailable)
        }
        // A service may have been started since the question was asked; from now on none can be.
        try await checkUnused()
        guard try files.own.isEmpty || ServiceLock.acquireIfFree(in: home) else {
            throw CommandFailure(what: "forget", why: "a service is starting: try again", status: .unavailable)
        }
        // A file may have appeared, such as a journal, which would damage a later store.
        let current = try DataFiles(home: home).own
        if let copies = files.copies {
            let left = CopyRemoval.removeAll(in: copies)
            if let first = left.first {
                throw CommandFailure(what: first, why: "cannot be deleted", status: .ioError)
            }
        }
        // The manifests come first, so that no browser starts the native host meanwhile.
        for path in nativeHost.installedFiles + current {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw CommandFailure(what: path, why: SystemError.text(errno), status: .ioError)
            }
        }
        // This fails if there are files that are not Leftoff's.
        rmdir(home.path)
    }
}
