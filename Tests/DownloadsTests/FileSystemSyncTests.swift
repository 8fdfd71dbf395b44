import Testing

@testable import Downloads

@Suite("Syncing a file system")
struct FileSystemSyncTests {
    @Test("Unwritten bytes are the sum of those that are dirty and those that are being written")
    func dirtyBytes() {
        let text = "MemTotal:  100 kB\nDirty:              12 kB\nWriteback:           3 kB\nWritebackTmp:  9 kB\n"
        #expect(FileSystemSync.dirtyBytes(in: text) == 15 << 10)
    }

    @Test(
        "Without both numbers, nothing is known",
        arguments: [
            "", "Dirty: 5 kB\n", "Writeback: 5 kB\n", "Dirty:\nWriteback: 1 kB\n", "Dirty: x kB\nWriteback: 1 kB",
        ])
    func unknown(text: String) {
        #expect(FileSystemSync.dirtyBytes(in: text) == nil)
    }

    @Test("A descriptor that is not open cannot be synced")
    func closed() {
        #expect(!FileSystemSync.sync(-1))
    }
}
