import FoundationEssentials
import Service
import Syntax
import WHATWGURL

/// The user's configuration file, `config.json` in the data directory.
///
/// Only this file can name a program for Leftoff to run. It can also name further directories for downloads of the web
/// page, as the command line can. A page or an imported list cannot, and neither can another user (``OwnedFile``).
struct Configuration: Decodable {
    /// The file's name in the data directory.
    static let fileName = "config.json"

    /// The program to run for each finished download, followed by its arguments.
    var onDone: [String]?

    /// The absolute paths of directories below which the service may save downloads, beside the default one.
    var downloadDirectories: [String]?

    /// The hosts that may be contacted although their addresses are private, as the user wrote them.
    private var privateHosts: [String]?

    /// The hosts that may be contacted although their addresses are private, in the form of `WebURL.hostname`.
    var allowedPrivateHosts: Set<String> { Set((privateHosts ?? []).compactMap(WebURL.hostname(ofHost:))) }

    /// The limits within which the rows of a shared queue are obeyed on this machine, beside those of the command line.
    struct Worker: Decodable {
        /// The absolute paths of directories below which files may be written and deleted.
        var roots: [String]?
        /// The URLs of proxies that rows may name.
        var proxies: [String]?
        /// The absolute paths of netrc and cookie files that rows may name.
        var files: [String]?
    }

    /// The limits of rows of a shared queue; nil if the file names none.
    var worker: Worker?

    /// The reason why the file was ignored; nil if it was read or does not exist.
    private(set) var warning: String?

    private enum CodingKeys: CodingKey {
        case onDone, downloadDirectories, privateHosts, worker
    }

    /// Loads the configuration from a data directory.
    ///
    /// - Parameter home: The data directory, which need not exist.
    /// - Returns: The configuration; an empty one if there is no file or if another user can have written it.
    /// - Throws: `CommandFailure` if the file cannot be read or is malformed.
    static func load(from home: DataHome) throws -> Configuration {
        let path = "\(home.path)/\(fileName)"
        // A configuration has a few hundred bytes, so a file of more than 1 MiB is something else.
        switch try OwnedFile.read(path, limit: 1 << 20) {
        case .missing: return Configuration()
        case .untrusted(let reason):
            var configuration = Configuration()
            configuration.warning = "\(path) is ignored: \(reason)"
            return configuration
        case .bytes(let bytes): return try parse(bytes, path)
        }
    }

    private static func parse(_ bytes: [UInt8], _ path: String) throws -> Configuration {
        do {
            let configuration = try JSONText.decode(Configuration.self, from: bytes)
            guard configuration.onDone?.first?.isEmpty != true, configuration.onDone?.isEmpty != true else {
                throw CommandFailure(what: path, why: "\"onDone\" names no program", status: .malformedInput)
            }
            for directory in configuration.downloadDirectories ?? [] where !directory.hasPrefix("/") {
                throw CommandFailure(
                    what: path, why: "\"downloadDirectories\" contains \(directory), which is not an absolute path",
                    status: .malformedInput)
            }
            for file in (configuration.worker?.roots ?? []) + (configuration.worker?.files ?? [])
            where !file.hasPrefix("/") {
                throw CommandFailure(
                    what: path, why: "\"worker\" contains \(file), which is not an absolute path",
                    status: .malformedInput)
            }
            for host in configuration.privateHosts ?? [] where WebURL.hostname(ofHost: host) == nil {
                throw CommandFailure(
                    what: path, why: "\"privateHosts\" contains \(host); expected a host without a port",
                    status: .malformedInput)
            }
            return configuration
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                what: path,
                why: "expected a JSON object with the arrays of strings \"onDone\", \"downloadDirectories\" and "
                    + "\"privateHosts\", and \"worker\", an object with \"roots\", \"proxies\" and \"files\"",
                status: .malformedInput)
        }
    }
}

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
