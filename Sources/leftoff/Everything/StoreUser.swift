import FoundationEssentials
import Store

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program that uses the store of a data directory.
struct StoreUser: CustomStringConvertible {
    let pid: pid_t
    /// The first words of its command line, such as `leftoff serve`; later ones may contain passwords.
    let command: String

    var description: String { "\(command) (process \(pid))" }

    /// Finds the programs of this user that have the database open, except this one and native hosts.
    ///
    /// A native host notices that the database was deleted. Only Linux reports the files of other programs.
    ///
    /// - Parameter home: The data directory.
    /// - Returns: The programs.
    static func all(of home: DataHome) -> [StoreUser] {
        var database = stat()
        guard stat("\(home.path)/\(LeftoffDatabase.fileName)", &database) == 0 else { return [] }
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap(pid_t.init).filter { $0 != getpid() }.compactMap { pid in
            let directory = "/proc/\(pid)/fd"
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let isOpen = descriptors.contains { descriptor in
                var file = stat()
                return stat("\(directory)/\(descriptor)", &file) == 0 && file.st_ino == database.st_ino
                    && file.st_dev == database.st_dev
            }
            guard isOpen else { return nil }
            let words = commandLine(of: pid)
            guard words.dropFirst().first != NativeHostCommand.name else { return nil }
            let name = words.first?.split(separator: "/").last.map(String.init) ?? "a program"
            return StoreUser(pid: pid, command: ([name] + words.dropFirst().prefix(1)).joined(separator: " "))
        }
    }

    private static func commandLine(of pid: pid_t) -> [String] {
        // Foundation reads a file of the size that the system reports, which is 0 here.
        let descriptor = open("/proc/\(pid)/cmdline", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
