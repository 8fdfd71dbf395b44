import FoundationEssentials

/// Files of this target's fixtures.
enum SnapshotFixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return Array(try Data(contentsOf: directory.appending(path: name)))
    }
}
