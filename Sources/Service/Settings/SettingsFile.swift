import FoundationEssentials
import JSON
import Snapshots
import Synchronization
import Transfer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The settings, stored in the file `settings.json` in Leftoff's data directory.
///
/// They name private hosts and the directory of downloads, so the file is refused if another user can have written it.
/// Programs to run are set in `config.json`, which no request can write.
package final class SettingsFile: Sendable {
    /// The file's name in the data directory.
    package static let fileName = "settings.json"

    /// A message about each setting in the file that does not count, because requests must not choose its value.
    package let warnings: [String]

    private let path: String?
    private let permanentHosts: Set<String>
    private let settings: Mutex<ServiceSettings>

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - home: The data directory; nil keeps the settings in memory.
    ///   - privateHosts: Hosts that are allowed although they are private, whatever the settings say.
    /// - Throws: `ServiceError` if the file exists but cannot be read.
    package init(home: String?, privateHosts: Set<String> = []) throws {
        permanentHosts = privateHosts
        path = home.map { "\($0)/\(Self.fileName)" }
        var settings = ServiceSettings()
        if let path, let bytes = try Self.bytes(of: path) {
            do { try settings.merge(try JSONDecoder().decode(JSONValue.self, from: Data(bytes))) } catch {
                let reason = (error as? Problem)?.detail ?? "it is not valid JSON"
                throw ServiceError.settingsFile(path: path, reason: "\(reason): correct or remove the file")
            }
        }
        let refused = settings.privateHosts.filter(ThisMachine.isNamed)
        settings.privateHosts.removeAll(where: ThisMachine.isNamed)
        warnings = refused.map { host in
            "\(Self.fileName): the private host \(host) is ignored, because it is this computer: use "
                + "\"privateHosts\" in config.json, or --allow-private"
        }
        self.settings = Mutex(settings)
    }

    /// The maximum length of the file in bytes.
    ///
    /// Thousands of hosts that are never captured need a tenth of it.
    private static let byteLimit = 1 << 20

    private static func bytes(of path: String) throws(ServiceError) -> [UInt8]? {
        switch try OwnedFile.read(path, limit: byteLimit) {
        case .missing: nil
        case .untrusted(let reason): throw .unsafeFile(path: path, reason: reason)
        case .bytes(let bytes): bytes
        }
    }

    /// The current settings.
    package var current: ServiceSettings { settings.withLock { $0 } }

    /// The hosts that may be contacted although they are private, for links and downloads alike.
    package var allowedPrivateHosts: Set<String> { permanentHosts.union(current.privateHosts) }

    /// Changes the settings durably.
    ///
    /// - Parameter change: A function that changes the settings; if it throws, they stay unchanged.
    /// - Returns: The new settings.
    /// - Throws: An error of `change`, or `ServiceError` if the file cannot be written.
    func change(_ change: (inout ServiceSettings) throws -> Void) throws -> ServiceSettings {
        try settings.withLock { settings in
            var changed = settings
            try change(&changed)
            if changed != settings { try write(changed) }
            settings = changed
            return changed
        }
    }

    private func write(_ settings: ServiceSettings) throws {
        guard let path else { return }
        let part = path + ".new"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        let bytes = settings.json.encoded() + [UInt8(ascii: "\n")]
        let count = bytes.withUnsafeBytes { buffer in
            #if canImport(Glibc)
                Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            #else
                Darwin.write(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }
        guard count == bytes.count, fsync(descriptor) == 0, rename(part, path) == 0 else { throw failure(path) }
    }

    private func failure(_ path: String) -> ServiceError {
        .settingsFile(path: path, reason: String(cString: strerror(errno)))
    }
}
