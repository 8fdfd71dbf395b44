import FoundationEssentials
import Glibc
import Testing

@testable import Store

@Suite("The directory of the store")
struct StoreDirectoryTests {
    @Test("Its lock is released though a child process, which has not started its program yet, has a copy of it")
    func copied() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let directory = try StoreDirectory(creating: home.path)
        var copies: [Int32] = []
        try directory.exclusively {
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                if target == directory.path, let descriptor = Int32(name) { copies.append(dup(descriptor)) }
            }
        }
        defer { for copy in copies { close(copy) } }
        #expect(!copies.isEmpty)
        let other = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    }
}
