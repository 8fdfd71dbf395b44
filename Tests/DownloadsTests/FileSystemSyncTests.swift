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

    @Test(
        "Only file systems that report all errors are synced as a whole",
        arguments: [
            ("ext4", 0xEF53, true), ("XFS", 0x5846_5342, true), ("Btrfs", 0x9123_683E, true),
            ("F2FS", 0xF2F5_2010, true), ("tmpfs", 0x0102_1994, true), ("FUSE", 0x6573_5546, false),
            ("CIFS", 0xFF53_4D42, false), ("SMB 2", 0xFE53_4D42, false), ("NFS", 0x6969, false),
            ("overlayfs", 0x794C_7630, false), ("ZFS", 0x2FC1_2FC1, false), ("none", 0, false),
        ] as [(String, UInt32, Bool)])
    func fileSystem(name: String, type: UInt32, isReliable: Bool) {
        #expect(FileSystemSync.isReliable(type: type) == isReliable, "\(name)")
    }

    @Test(
        "Only versions of Linux that report all errors sync a file system as a whole",
        arguments: [
            ("5.17.0-rc3", true), ("5.17", true), ("6.1.0-13-amd64", true), ("10.0", true), ("5.16.20", false),
            ("5.8.0", false), ("4.19.0-26-amd64", false), ("", false), ("6", false), ("unknown", false),
        ])
    func version(release: String, isReliable: Bool) {
        #expect(FileSystemSync.isReliable(release: release) == isReliable)
    }

    @Test("A descriptor that is not open cannot be synced")
    func closed() {
        #expect(!FileSystemSync.sync(-1))
    }
}
