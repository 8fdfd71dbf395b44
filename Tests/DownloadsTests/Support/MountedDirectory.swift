import Foundation

/// A directory on a file system that is mounted for one test, which only root can do.
final class MountedDirectory: Sendable {
    /// True if this process can mount file systems.
    static let isAvailable: Bool = {
        guard geteuid() == 0, let directory = try? MountedDirectory(["-t", "tmpfs", "-o", "size=64k", "none"]) else {
            return false
        }
        return directory.isMounted
    }()

    /// True if bindfs is installed, which shows a directory through FUSE and has no `renameat2`.
    static let hasBindFS: Bool =
        isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/bindfs")
        && FileManager.default.fileExists(atPath: "/dev/fuse")

    let url: URL

    /// Mounts a file system.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the program before the path of the new directory.
    ///   - program: The path of the program.
    /// - Throws: An error if the program fails.
    init(_ arguments: [String], program: String = "/bin/mount") throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-mount-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try Self.run(program, arguments + [url.path])
    }

    deinit {
        try? Self.run("/bin/umount", ["--lazy", url.path])
        // Not recursively: if it is still mounted, its files belong to another directory.
        rmdir(url.path)
    }

    /// Changes the options of the file system.
    func remount(_ options: String) throws {
        try Self.run("/bin/mount", ["-o", "remount,\(options)", url.path])
    }

    private var isMounted: Bool {
        let parent = url.deletingLastPathComponent().path
        let number = try? FileManager.default.attributesOfItem(atPath: url.path)[.systemNumber] as? Int
        return number != (try? FileManager.default.attributesOfItem(atPath: parent)[.systemNumber] as? Int)
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        // Foundation's `Process` would wait for the daemon that bindfs leaves behind, too.
        var arguments = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&pid, program, nil, nil, &arguments, environ) == 0, waitpid(pid, &status, 0) == pid,
            status == 0
        else { throw CocoaError(.featureUnsupported) }
    }
}
