import Foundation

/// The support of the machine for making many files durable with `syncfs`.
enum SyncFSSupport {
    /// True if downloads to the temporary directory use the call; prints a message otherwise.
    static let isAvailable: Bool = {
        // The numbers of ext4, XFS, Btrfs, F2FS and tmpfs in statfs(2).
        let known = ["ef53", "58465342", "9123683e", "f2f52010", "1021994"]
        let directory = URL.temporaryDirectory
        let type = try? Tool("stat")?.run(["-f", "-c", "%t", directory.path], in: directory).lines.first
        let version = OperatingSystemVersion(majorVersion: 5, minorVersion: 17, patchVersion: 0)
        if let type, known.contains(type), ProcessInfo.processInfo.isOperatingSystemAtLeast(version) { return true }
        print("skipped: tests of syncfs, which is not used on the file system of \(directory.path) or by this kernel")
        return false
    }()
}
