import FoundationEssentials
import HTTPTypes
import Hummingbird
package import Logging
import Places
import Syntax

/// A log with one line for each event, without secrets.
///
/// No caller logs a token, a query or a body. As a precaution, tokens are redacted here.
package struct ServiceLog: LogHandler {
    /// The format of the lines.
    package enum Format: String, Sendable, CaseIterable {
        /// Plain text.
        case text
        /// One JSON object per line: `time`, `level`, `message`, and the metadata.
        case json
    }

    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level = .info
    private let format: Format
    private let secrets: [String]
    private let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - format: The format of the lines.
    ///   - secrets: The texts to redact.
    ///   - write: Writes a line, given without its line break.
    package init(format: Format, secrets: [String], write: @escaping @Sendable (String) -> Void) {
        self.format = format
        self.secrets = secrets
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var members = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { redacted("\($0)") }
        if let error = event.error { members["error"] = redacted("\(error)") }
        let message = redacted("\(event.message)")
        switch format {
        case .text:
            let details = members.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            write(VisibleText.line("leftoff: " + ([message] + details).joined(separator: " ")))
        case .json:
            var object = members.mapValues(JSONValue.string)
            object["time"] = .string(RFC3339.string(Date()))
            object["level"] = .string(event.level.rawValue)
            object["message"] = .string(message)
            write(String(decoding: JSONValue.object(object).encoded(), as: UTF8.self))
        }
    }

    /// Runs of the characters of URL-safe Base64 that are as long as a token or a code, wherever they are.
    private static var longRuns: Regex<Substring> { #/[A-Za-z0-9_-]{43,}/# }

    private func redacted(_ text: String) -> String {
        var text = text
        for secret in secrets where text.contains(secret) { text = text.replacing(secret, with: "[secret]") }
        // Values that may be secrets: some parameters, the session cookie, the token after Bearer, and the secret of a
        // session.
        let parameters = #/(?i)((?:token|ticket|code|claim|secret|leftoff_[0-9]+)=)[A-Za-z0-9_-]+/#
        let fields = #/(?i)(bearer |leftoff-session: ?)[A-Za-z0-9_-]+/#
        return text.replacing(parameters) { "\($0.output.1)[secret]" }.replacing(fields) { "\($0.output.1)[secret]" }
            .replacing(Self.longRuns, with: "[secret]")
    }
}

/// A middleware that logs each response: method, path without the query, status and duration.
struct AccessLogMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard logger.logLevel <= .info else { return try await next(request, context) }
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path)",
                "status": "\(response.status.code)", "ms": "\((milliseconds * 10).rounded() / 10)",
            ])
        return response
    }
}
