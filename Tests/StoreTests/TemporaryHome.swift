import Foundation

@testable import Store

/// A directory for one test, removed afterwards.
///
/// Leftoff's home in it does not exist at first.
final class TemporaryHome {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "leftoff-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    deinit { remove() }

    /// Removes the directory; called at a test's end, since Swift may release the object after its last use.
    func remove() { try? FileManager.default.removeItem(at: directory) }

    /// The path of the home, two levels below the directory.
    var path: String { directory.appending(path: "share/leftoff").path }
    /// The path of the store.
    var store: String { path + "/leftoff.sqlite" }

    /// Writes a file to the path of the store.
    func putStore(_ bytes: some Sequence<UInt8>) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: store))
    }

    /// The bytes of the store.
    func storeBytes() throws -> Data { try Data(contentsOf: URL(filePath: store)) }

    /// The permission bits of a file or directory.
    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

extension BootTime {
    /// Returns a clock that nobody sets, and that runs as another one does.
    static func running(with now: @escaping @Sendable () -> Date) -> @Sendable () -> BootTime {
        { BootTime(boot: "test", milliseconds: Int64(now().timeIntervalSince1970) * 1_000) }
    }
}
