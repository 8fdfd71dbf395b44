import DownloadQueue
package import Fetching
import Glibc
import Synchronization

/// The transfer engines of a run: one for the default connection profile, and one for each other profile.
///
/// Proxy, credentials and cookies belong to an engine, so that no item can use those of another profile.
package final class DownloadEngines: Sendable {
    /// The settings of an item that determine its engine.
    struct ConnectionProfile: Sendable, Hashable {
        /// The URL of the proxy; nil uses the environment's settings.
        package var proxy: String?
        /// The path of a netrc file; nil uses none.
        package var netrcPath: String?
        /// The path of a cookie file in Netscape's format; nil sends no cookies.
        package var cookiesPath: String?

        /// The profile of items that have none of these settings.
        static let usual = ConnectionProfile()
    }

    /// Returns the lines of a cookie file.
    package typealias CookieReader = @Sendable (_ path: String) throws -> [String]

    /// An error that occurs if too many other engines are in use.
    struct Exhausted: Error {}

    /// The maximum number of engines beside the default one.
    ///
    /// Each is a thread with its own connections. Downloads of more profiles wait until one is no longer used.
    private static let limit = 16

    private let usual: TransferEngine
    private let readCookies: CookieReader
    private let rules: WorkerRules?
    private let others = Mutex<[ConnectionProfile: TransferEngine]>([:])

    /// Creates the engines of a run.
    ///
    /// - Parameters:
    ///   - usual: The engine of the default profile, which the caller shuts down. The others have the same limits.
    ///   - rules: The limits of the profiles; nil if the items decide.
    ///   - readCookies: Returns the lines of a cookie file.
    package init(usual: TransferEngine, rules: WorkerRules? = nil, readCookies: @escaping CookieReader) {
        self.usual = usual
        self.rules = rules
        self.readCookies = readCookies
    }

    /// Returns the engine of an item, creating it if needed; may block on the disk.
    ///
    /// - Parameter item: The item, whose request contains the connection profile.
    /// - Returns: The engine.
    /// - Throws: ``QueueFailure`` if its cookie or netrc file cannot be read, if another user can have written the
    ///   netrc file, or if the rules do not allow the item; ``Exhausted``.
    func engine(for item: QueueItem) throws -> TransferEngine {
        try rules?.check(item)
        let request = item.request
        let profile = ConnectionProfile(
            proxy: request.proxy, netrcPath: request.netrcPath, cookiesPath: request.cookiesPath)
        if profile == .usual { return usual }
        if let engine = others.withLock({ $0[profile] }) { return engine }
        // libcurl ignores a missing netrc file, but the request must not be sent without its credentials.
        for path in [profile.cookiesPath, profile.netrcPath].compactMap({ $0 }) {
            guard let obstacle = CredentialFile.obstacle(to: path) else { continue }
            throw QueueFailure(.permission, "\(path): cannot be read: \(obstacle)", isLasting: true)
        }
        if let reason = profile.netrcPath.flatMap({ FileOwnership.obstacle(to: $0) }) {
            throw QueueFailure(.permission, reason, isLasting: true)
        }
        var configuration = usual.configuration
        configuration.proxy = profile.proxy
        configuration.netrcPath = profile.netrcPath
        if let path = profile.cookiesPath {
            do {
                configuration.cookies = try readCookies(path)
            } catch {
                throw QueueFailure(.permission, "\(path): cannot be read: \(error)", isLasting: true)
            }
        }
        return try others.withLock { others in
            if let engine = others[profile] { return engine }
            if others.count >= Self.limit {
                // An array of the keys shares no storage with the dictionary, which would add references.
                let profiles = Array(others.keys)
                guard let unused = profiles.first(where: { isKnownUniquelyReferenced(&others[$0]) }),
                    let engine = others.removeValue(forKey: unused)
                else { throw Exhausted() }
                Task { await engine.shutdown() }
            }
            let engine = TransferEngine(configuration: configuration)
            others[profile] = engine
            return engine
        }
    }

    /// Shuts down all engines except the default one.
    package func shutdown() async {
        let engines = others.withLock { others in
            defer { others = [:] }
            return Array(others.values)
        }
        for engine in engines { await engine.shutdown() }
    }
}

/// A file with cookies or passwords, which is read when an attempt starts, possibly long after the user named it.
package enum CredentialFile {
    /// Returns the reason why such a file cannot be read, now or a second time.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The reason; nil for a readable regular file. A pipe, for example, could be read only once.
    package static func obstacle(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "not a regular file" }
        return access(path, R_OK) == 0 ? nil : String(cString: strerror(errno))
    }
}
