import FoundationEssentials
import Logging
import NativeMessaging
import Service

/// The native host, which responds to the messages of a browser's extension.
struct NativeHost {
    private let api: ExtensionAPI

    /// Creates the host of a data directory, which need not exist.
    init(home: DataHome) {
        let stores = NativeHostStores(home: home)
        let launcher = ServiceLauncher(home: home, port: nil)
        let host = ExtensionHost(
            version: Version.current, runningOrigin: { await launcher.runningOrigin() },
            signIn: {
                let code = try await launcher.launch()
                return (code.origin, code.code)
            }, record: { try BrowserRecord.record($0, version: $1, at: Date(), in: home) })
        let log = ServiceLog(format: .text, secrets: [], write: StandardError.writeLine)
        var logger = Logger(label: "leftoff") { _ in log }
        // A malformed file gives no permission, and the extension can work without its directories.
        let configuration = (try? Configuration.load(from: home)) ?? Configuration()
        logger.logLevel = .warning
        api = ExtensionAPI(
            stores: stores.current, directories: DownloadDirectory.confirmed(configuration), host: host,
            now: { Date() }, logger: logger)
    }

    /// Responds to messages until the browser closes the connection or ends.
    ///
    /// Only one message is in memory at a time: while the browser does not read a response, the next message waits in
    /// the pipe.
    ///
    /// - Parameter connection: The connection to the browser.
    /// - Throws: `NativeMessagingError` if the connection breaks or its input cannot be understood.
    func run(_ connection: consuming NativeMessageConnection) throws {
        do {
            while let message = try connection.receive() {
                for part in respond(to: message).messages() { try connection.send(part) }
            }
        } catch NativeMessagingError.tooLarge(let length, let limit) {
            let error = NativeMessagingError.tooLarge(length: length, limit: limit)
            // The message is not read, so the beginning of the next one cannot be found.
            for part in Self.response(.tooLarge("\(error)"), id: nil).messages() { try connection.send(part) }
            throw error
        }
    }

    /// Returns the response to a message.
    private func respond(to message: [UInt8]) -> NativeResponse {
        do throws(NativeMessagingError) {
            let request = try NativeRequest(json: message)
            return Self.response(response(to: request), id: request.id)
        } catch {
            guard case .invalidRequest(let id, let reason) = error else {
                return Self.response(.badRequest("\(error)"), id: nil)
            }
            return Self.response(.badRequest(reason), id: id)
        }
    }

    /// Returns the response to a request.
    ///
    /// The thread that waits for the response also runs the work, so that the host needs no thread pool of the
    /// concurrency runtime for its one request at a time.
    private func response(to request: NativeRequest) -> ExtensionResponse {
        WaitingThreadExecutor().run { [api] in
            await api.respond(method: request.method, path: request.path, body: request.body)
        }
    }

    private static func response(_ response: ExtensionResponse, id: Int?) -> NativeResponse {
        NativeResponse(id: id, status: response.status, body: response.body)
    }
}
