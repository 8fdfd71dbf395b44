import FileFormats
import FoundationEssentials
import Glibc
import HTTPTypes

/// The directories below which the service saves downloads, because a person confirmed them on this machine.
///
/// They are the default download directory, those in `config.json`, and those of `serve --download-dir`. A request
/// cannot add one, so a web page that gets a token cannot save a file where programs start from. A hidden directory,
/// the root of the file system and the user's home directory cannot be confirmed. Symbolic links are resolved.
package struct ConfirmedDirectories: Sendable {
    /// The place of a download.
    struct Destination: Sendable, Hashable {
        /// The absolute path of the directory that receives the file.
        package var directory: String
        /// The absolute path of the confirmed directory that contains it.
        package var root: String
    }

    /// The key of `config.json` that names further directories.
    private static let configurationKey = "downloadDirectories"

    /// The absolute path of the default download directory; nil for none.
    package let standard: String?
    private let others: [String]
    private let userHome: String?

    /// Creates a set of directories, which need not exist.
    ///
    /// - Parameters:
    ///   - standard: The absolute path of the default download directory; nil for none.
    ///   - others: The absolute paths of further directories.
    ///   - userHome: The absolute path of the user's home directory; nil if it is unknown.
    package init(standard: String?, others: [String] = [], userHome: String? = nil) {
        self.standard = standard
        self.others = others
        self.userHome = userHome
    }

    /// The confirmed directories, without symbolic links.
    package var roots: [String] {
        var known: Set<String> = []
        return paths.filter { obstacle(to: $0) == nil }.compactMap(RealPath.resolved)
            .filter { known.insert($0).inserted }
    }

    /// Messages about the directories that cannot be confirmed.
    package var warnings: [String] {
        paths.compactMap { path in
            obstacle(to: path).map { "\(path) receives no downloads of the web page: \($0)" }
        }
    }

    private var paths: [String] { [standard].compactMap { $0 } + others }

    /// Returns the reason why a directory cannot be confirmed; nil if it can.
    private func obstacle(to path: String) -> String? {
        guard path.utf8.first == UInt8(ascii: "/"), let real = RealPath.components(path) else {
            return "it is not the absolute path of a directory"
        }
        if real.names.isEmpty { return "it is the root of the file system" }
        if let home = userHome.flatMap(RealPath.components), home.names(below: real) != nil {
            return "it contains your home directory"
        }
        return real.names.contains(where: PathComponents.isHidden) ? "it is hidden" : nil
    }

    /// Returns the place of a download in a directory.
    ///
    /// - Parameter path: An absolute path, which need not exist.
    /// - Returns: The place without symbolic links; nil if the directory is not confirmed, or if it is hidden.
    func destination(in path: String) -> Destination? {
        guard path.utf8.first == UInt8(ascii: "/"), let real = RealPath.components(path),
            let root = roots.first(where: { real.names(below: PathComponents(written: $0)) != nil }),
            !real.names.contains(where: PathComponents.isHidden)
        else { return nil }
        return Destination(directory: real.text, root: root)
    }

    /// Returns the place of a new download.
    ///
    /// - Parameter chosen: The directory in the settings; nil for the default.
    /// - Returns: The place; that of the default directory if the chosen one is not confirmed.
    /// - Throws: `Problem` (422) if no directory is confirmed.
    func destination(choosing chosen: String?) throws(Problem) -> Destination {
        for path in [chosen, standard].compactMap({ $0 }) + roots {
            if let destination = destination(in: path) { return destination }
        }
        throw Problem(.unprocessableContent, "no directory for downloads is confirmed: \(Self.advice)")
    }

    /// Returns the reason why a directory cannot receive downloads.
    ///
    /// - Parameter path: An absolute path.
    /// - Returns: A message that names the confirmed directories; nil if the directory can receive downloads.
    package func refusal(of path: String) -> String? {
        guard destination(in: path) == nil else { return nil }
        let roots = roots.joined(separator: ", ")
        let place = roots.isEmpty ? "" : " must be one of these directories or below it, and not hidden: \(roots);"
        return "\"downloadDirectory\" (\(path))\(place.isEmpty ? " is not confirmed;" : place) \(Self.advice)"
    }

    private static let advice =
        "add it to \"\(configurationKey)\" in config.json, or start the service with --download-dir"
}

/// A directory for downloads, which may not exist yet.
struct DownloadFolder {
    /// The absolute path.
    let path: String

    /// Returns the reason why no file can be created in the directory; nil if one can.
    ///
    /// The check creates and removes a temporary directory there, or in the nearest existing ancestor, because
    /// permissions alone would not show a read-only or virtual file system.
    func obstacle() -> String? {
        var nearest = path
        while true {
            var status = stat()
            if stat(nearest, &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFDIR else { return "\(nearest) is not a folder" }
                break
            }
            guard errno == ENOENT || errno == ENOTDIR, let slash = nearest.lastIndex(of: "/"), nearest != "/" else {
                return "\(nearest): \(reason)"
            }
            nearest = slash == nearest.startIndex ? "/" : String(nearest[..<slash])
        }
        var template = Array("\(nearest == "/" ? "" : nearest)/.leftoff-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return "\(nearest): \(reason)" }
        rmdir(template)
        return nil
    }

    private var reason: String { String(cString: strerror(errno)).lowercased() }
}

/// Paths without symbolic links.
package enum RealPath {
    /// Returns the absolute path of a file or directory that need not exist.
    ///
    /// - Parameter path: A path, relative to the current directory or absolute.
    /// - Returns: The path, in which the part that exists has no symbolic links; nil if the path is empty, has a NUL,
    ///   contains a symbolic link without a target, or has `..` in the part that does not exist.
    package static func resolved(_ path: String) -> String? {
        components(path)?.text
    }

    /// Returns the components of the absolute path of a file or directory that need not exist.
    static func components(_ path: String) -> PathComponents? {
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let whole = isAbsolute ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        guard let (existing, missing) = PathComponents(written: whole).resolved() else { return nil }
        let names = missing.map { String(decoding: $0, as: UTF8.self) }
        var status = stat()
        // A symbolic link without a target exists, although its target does not.
        if let first = names.first, lstat("\(existing.text)/\(first)", &status) == 0 { return nil }
        let result = PathComponents(written: ([existing.text] + names).joined(separator: "/"))
        return result.hasParent ? nil : result
    }
}
