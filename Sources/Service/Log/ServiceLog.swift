import FoundationEssentials
package import Logging
import Snapshots

/// Writes what happens, a line for each thing, without secrets.
///
/// No caller hands it a token, a query or a body. Should one ever do, the tokens are blotted out here.
package struct ServiceLog: LogHandler {
    /// How lines look.
    package enum Form: String, Sendable, CaseIterable {
        /// For people.
        case text
        /// A JSON object a line: `time`, `level`, `message`, and what belongs to it.
        case json
    }

    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level = .info
    private let form: Form
    private let secrets: [String]
    private let write: @Sendable (String) -> Void

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - form: How lines look.
    ///   - secrets: What must not appear.
    ///   - write: Takes a line without its line break.
    package init(form: Form, secrets: [String], write: @escaping @Sendable (String) -> Void) {
        self.form = form
        self.secrets = secrets
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var members = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { blotted("\($0)") }
        if let error = event.error { members["error"] = blotted("\(error)") }
        let message = blotted("\(event.message)")
        switch form {
        case .text:
            let details = members.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            write(Self.oneLine("leftoff: " + ([message] + details).joined(separator: " ")))
        case .json:
            var object = members.mapValues(JSONValue.string)
            object["time"] = .string(RFC3339.string(Date()))
            object["level"] = .string(event.level.rawValue)
            object["message"] = .string(message)
            write(String(decoding: JSONValue.object(object).encoded(), as: UTF8.self))
        }
    }

    private func blotted(_ text: String) -> String {
        var text = text
        for secret in secrets where text.contains(secret) { text = text.replacing(secret, with: "[secret]") }
        // Secrets of other times: the value of a parameter named token, and what follows Bearer.
        return text.replacing(#/(?i)((?:token|ticket|code)=|bearer )[A-Za-z0-9_-]+/#) { "\($0.output.1)[secret]" }
    }

    /// Without what a terminal would obey.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar
                }))
    }
}
