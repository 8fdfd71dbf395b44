import Foundation

/// The folder of the public test suites, which are not part of the project.
enum ConformanceFolder {
    /// Returns a folder or file of the suites.
    ///
    /// - Parameter path: Its path below `../shared/conformance`, or below the folder that `LEFTOFF_CONFORMANCE` names.
    /// - Returns: Its location, or nil if it does not exist.
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
