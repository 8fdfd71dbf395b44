import Foundation

/// Where the public test suites lie; they are not part of the project.
enum ConformanceFolder {
    /// A folder or file of the suites.
    ///
    /// - Parameter path: Its path below `../shared/conformance`, or below the folder that `LEFTOFF_CONFORMANCE` names.
    /// - Returns: The place, or nil where it is missing.
    static func url(_ path: String) -> URL? {
        let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let root =
            ProcessInfo.processInfo.environment["LEFTOFF_CONFORMANCE"].map { URL(filePath: $0) }
            ?? checkout.deletingLastPathComponent().appending(path: "shared/conformance")
        let url = root.appending(path: path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
