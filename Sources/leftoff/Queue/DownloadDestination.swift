import FoundationEssentials
import Service

/// The directory that receives the files of new downloads.
struct DownloadDestination {
    /// The path, relative to the current directory or absolute.
    let dir: String

    /// Creates the directory if it does not exist.
    ///
    /// It is checked now, and not when the first download starts.
    ///
    /// - Returns: The absolute path.
    /// - Throws: `CommandFailure` if the directory cannot be created or is not writable.
    func create() throws -> String {
        let path = dir
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CommandFailure(what: "--dir", why: "must be the path of a directory", status: .usage)
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(what: "--dir \(path)", why: SystemPath.obstacle(to: path), status: .cannotCreate)
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw CommandFailure(what: "--dir \(path)", why: "the directory is not writable", status: .cannotCreate)
        }
        guard let absolute = SystemPath.absolute(path) else {
            throw CommandFailure(
                what: "--dir \(path)", why: "its path is not UTF-8 text; choose another directory",
                status: .cannotCreate)
        }
        return absolute
    }

    /// Returns the path of the directory, which need not exist.
    ///
    /// - Returns: The absolute path.
    /// - Throws: `CommandFailure` if the path is malformed.
    func path() throws -> String {
        guard let absolute = RealPath.resolved(dir) else {
            throw CommandFailure(what: "--dir", why: "must be the path of a directory", status: .usage)
        }
        return absolute
    }
}
