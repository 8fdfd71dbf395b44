import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging

/// `/host`: the routes of the native host, which the service on the port does not have.
struct HostRoutes: Sendable {
    let host: ExtensionHost

    /// The maximum size of a body, in bytes.
    static let bodyLimit = 1024
    /// The maximum length of a browser's name, and of a version.
    static let textLimit = 40

    private struct Greeting: Decodable {
        var version: String
        var browser: String
    }

    private struct HostDocument: Encodable {
        var version: String
        /// The origin of the running service; null if it does not run.
        var service: String?

        private enum Key: CodingKey { case version, service }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(version, forKey: .version)
            try object.encode(service, forKey: .service)
        }
    }

    private struct PageDocument: Encodable {
        var origin: String
        var code: String
    }

    /// The routes.
    var routes: [Route] { [.post("/host", greet), .action("/host/page", openPage)] }

    @Sendable
    private func greet(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let greeting = try await request.decoded(
            Greeting.self, limit: Self.bodyLimit,
            expected: "an object with the strings \"version\" and \"browser\"")
        try Self.check(greeting.version, key: "version")
        try Self.check(greeting.browser, key: "browser")
        do { try host.record(greeting.browser, greeting.version) } catch {
            // Only `leftoff doctor` needs the record.
            context.logger.warning("the browser cannot be recorded", metadata: ["error": "\(error)"])
        }
        return try .json(HostDocument(version: host.version, service: await host.runningOrigin()))
    }

    @Sendable
    private func openPage(_ request: Request, _ context: ServiceContext) async throws -> Response {
        do {
            let (origin, code) = try await host.signIn()
            return try .json(PageDocument(origin: origin, code: code), status: .created)
        } catch {
            throw Problem(.serviceUnavailable, "\(error)")
        }
    }

    private static func check(_ text: String, key: String) throws(Problem) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: " .-_+".utf8.contains(byte)
            }
        }
        guard isValid, (1...textLimit).contains(text.utf8.count) else {
            throw Problem(
                .unprocessableContent,
                "\"\(key)\" must have 1 to \(textLimit) letters, digits, spaces or characters of .-_+")
        }
    }
}
