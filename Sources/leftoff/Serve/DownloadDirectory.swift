import FoundationEssentials

/// The directory for downloads that are queued on the web page or in the extension.
enum DownloadDirectory {
    /// The absolute path: `XDG_DOWNLOAD_DIR`, otherwise `~/Downloads`, otherwise the current directory.
    static var standard: String {
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["XDG_DOWNLOAD_DIR"], directory.hasPrefix("/") { return directory }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/Downloads" }
        return FileManager.default.currentDirectoryPath
    }
}
