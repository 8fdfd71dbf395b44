import Foundation

/// Public test material that lies beside the checkout and is not part of it.
enum SharedFiles {
    /// The saved real pages of `../shared/pages` (or `LEFTOFF_PAGES`), or nil after saying that they are not there.
    static func pages() -> [URL]? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let directory =
            ProcessInfo.processInfo.environment["LEFTOFF_PAGES"].map { URL(filePath: $0) }
            ?? root.deletingLastPathComponent().appending(path: "shared/pages")
        let files = (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
        let pages = files.filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }
        if pages.isEmpty {
            print("left out: the real pages, since \(directory.path) holds none")
            return nil
        }
        return pages
    }
}
