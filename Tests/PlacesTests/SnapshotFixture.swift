import FoundationEssentials

/// The fixture files of this test target.
enum SnapshotFixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return Array(try Data(contentsOf: directory.appending(path: name)))
    }
}
