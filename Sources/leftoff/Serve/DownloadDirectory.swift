import FoundationEssentials
import Service

/// The directory for downloads that are queued on the web page or in the extension.
enum DownloadDirectory {
    /// The absolute path: `XDG_DOWNLOAD_DIR`, otherwise `~/Downloads`; nil if neither is known.
    static var standard: String? {
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["XDG_DOWNLOAD_DIR"], directory.hasPrefix("/") { return directory }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/Downloads" }
        return nil
    }

    /// Returns the directories below which the service saves downloads.
    ///
    /// - Parameters:
    ///   - configuration: The user's configuration.
    ///   - added: The absolute paths of further directories from the command line.
    /// - Returns: The default directory, those of the command line, and those of the configuration.
    static func confirmed(_ configuration: Configuration, adding added: [String] = []) -> ConfirmedDirectories {
        ConfirmedDirectories(
            standard: standard, others: added + (configuration.downloadDirectories ?? []),
            userHome: ProcessInfo.processInfo.environment["HOME"])
    }
}
