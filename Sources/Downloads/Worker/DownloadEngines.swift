import DownloadQueue
import Synchronization
package import Transfer

/// The engines of a run: one for all items that go the usual way, and one for each other way.
///
/// Proxy, names and passwords, and cookies belong to an engine, so that no item can get those of another.
package final class DownloadEngines: Sendable {
    /// How an item goes to its server.
    package struct ConnectionProfile: Sendable, Hashable {
        /// The address of the proxy; nil takes it from the environment.
        package var proxy: String?
        /// The path of a netrc file.
        package var netrcPath: String?
        /// The path of a cookie file in Netscape's format.
        package var cookiesPath: String?

        /// The usual way.
        static let usual = ConnectionProfile()
    }

    /// Reads the lines of a cookie file.
    package typealias CookieReader = @Sendable (_ path: String) throws -> [String]

    private let usual: TransferEngine
    private let readCookies: CookieReader
    private let others = Mutex<[ConnectionProfile: TransferEngine]>([:])

    /// Makes the engines.
    ///
    /// - Parameters:
    ///   - usual: The engine of the usual way; the others have its limits.
    ///   - readCookies: Reads the lines of a cookie file.
    package init(usual: TransferEngine, readCookies: @escaping CookieReader) {
        self.usual = usual
        self.readCookies = readCookies
    }

    /// Finds or makes the engine of an item; may block on the disk.
    ///
    /// - Parameter item: The item.
    /// - Returns: Its engine.
    /// - Throws: ``QueueFailure`` when its cookie or netrc file cannot be read.
    func engine(for item: QueueItem) throws -> TransferEngine {
        let request = item.request
        let way = ConnectionProfile(
            proxy: request.proxy, netrcPath: request.netrcPath, cookiesPath: request.cookiesPath)
        if way == .usual { return usual }
        if let engine = others.withLock({ $0[way] }) { return engine }
        // libcurl goes on without a netrc file that is not there, and a request without its credentials is another one.
        for path in [way.cookiesPath, way.netrcPath].compactMap({ $0 }) {
            guard let obstacle = CredentialFile.obstacle(to: path) else { continue }
            throw QueueFailure(.permission, "\(path): cannot be read: \(obstacle)", isLasting: true)
        }
        var configuration = usual.configuration
        configuration.proxy = way.proxy
        configuration.netrcPath = way.netrcPath
        if let path = way.cookiesPath {
            do {
                configuration.cookies = try readCookies(path)
            } catch {
                throw QueueFailure(.permission, "\(path): cannot be read: \(error)", isLasting: true)
            }
        }
        return others.withLock { others in
            if let engine = others[way] { return engine }
            let engine = TransferEngine(configuration: configuration)
            others[way] = engine
            return engine
        }
    }

    /// Ends all engines but the usual one, which is its owner's.
    package func shutdown() async {
        let engines = others.withLock { others in
            defer { others = [:] }
            return Array(others.values)
        }
        for engine in engines { await engine.shutdown() }
    }
}
