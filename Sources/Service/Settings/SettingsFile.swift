import FoundationEssentials
import JSON
import Snapshots
import Synchronization
package import Transfer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The settings, stored in the file `settings.json` in Leftoff's data directory.
///
/// They name private hosts and the directory of downloads, so the file is refused if another user can have written it.
/// Programs to run are set in `config.json`, which no request can write.
///
/// Several processes may change the file. Each change starts from the stored settings, and each process reads a changed
/// file again.
package final class SettingsFile: Sendable {
    /// The file's name in the data directory.
    package static let fileName = "settings.json"
    /// The name of the file whose lock the processes hold while they change the settings.
    package static let lockName = "settings.lock"

    /// A message about each setting in the file that does not count, because requests must not choose its value.
    package let warnings: [String]

    private struct State {
        var settings: ServiceSettings
        var stamp: SharedFile.Stamp?
    }

    private let file: SharedFile?
    private let permanentHosts: Set<String>
    private let state: Mutex<State>

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - home: The data directory; nil keeps the settings in memory.
    ///   - privateHosts: Hosts that are allowed although they are private, whatever the settings say.
    /// - Throws: `ServiceError` if the file exists but cannot be read.
    package init(home: String?, privateHosts: Set<String> = []) throws {
        permanentHosts = privateHosts
        file = home.map { SharedFile(home: $0, name: Self.fileName, lockName: Self.lockName) }
        let stamp = file?.stamp
        let (settings, refused) = try file.map { try Self.load($0.path) } ?? (ServiceSettings(), [])
        warnings = refused.map { host in
            "\(Self.fileName): the private host \(host) is ignored, because it is this computer: use "
                + "\"privateHosts\" in config.json, or --allow-private"
        }
        state = Mutex(State(settings: settings, stamp: stamp))
    }

    /// Reads the settings, without the private hosts that are refused.
    private static func load(_ path: String) throws -> (settings: ServiceSettings, refusedHosts: [String]) {
        var settings = ServiceSettings()
        if let bytes = try bytes(of: path) {
            do { try settings.merge(try JSONDecoder().decode(JSONValue.self, from: Data(bytes))) } catch {
                let reason = (error as? Problem)?.detail ?? "it is not valid JSON"
                throw ServiceError.settingsFile(path: path, reason: "\(reason): correct or remove the file")
            }
        }
        let refused = settings.privateHosts.filter(ThisMachine.isNamed)
        settings.privateHosts.removeAll(where: ThisMachine.isNamed)
        return (settings, refused)
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
    package var current: ServiceSettings {
        state.withLock { state in
            // Reading the status of a file takes a few microseconds.
            let stamp = file?.stamp
            if let file, stamp != state.stamp {
                state.stamp = stamp
                // If the file cannot be read, the current settings stay valid.
                if let loaded = try? Self.load(file.path) { state.settings = loaded.settings }
            }
            return state.settings
        }
    }

    /// The hosts that may be contacted although they are private, for links and downloads alike.
    package var allowedPrivateHosts: PermittedHosts {
        PermittedHosts(named: permanentHosts, remote: Set(current.privateHosts))
    }

    /// Changes the settings durably.
    ///
    /// - Parameter change: Changes the stored settings, which no other process changes meanwhile; if it throws, they
    ///   stay unchanged.
    /// - Returns: The new settings.
    /// - Throws: An error of `change`, or `ServiceError` if the file cannot be read or written, or another process
    ///   holds its lock for too long.
    func change(_ change: (inout ServiceSettings) throws -> Void) throws -> ServiceSettings {
        guard let file else {
            return try state.withLock { state in
                var changed = state.settings
                try change(&changed)
                state.settings = changed
                return changed
            }
        }
        let lock = try file.lock()
        defer { close(lock) }
        let stored = try Self.load(file.path).settings
        var changed = stored
        try change(&changed)
        if changed != stored { try file.replace(with: changed.json.encoded() + [UInt8(ascii: "\n")]) }
        state.withLock { $0 = State(settings: changed, stamp: file.stamp) }
        return changed
    }
}
