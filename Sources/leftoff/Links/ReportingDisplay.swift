import JSON
import LinkFormats
import TerminalHUD

/// A display for programs, which writes each message as a JSON object on one line.
///
/// The lines of `--explain` are already JSON objects; no other message starts with a brace.
struct ReportingDisplay: StatusDisplay {
    func update(_ status: HUDStatus) {}

    func log(_ line: String) {
        guard !line.hasPrefix("{") else { return StandardError.writeLine(line) }
        var bytes = Array("{\"message\":".utf8)
        JSONString.append(line, to: &bytes)
        StandardError.writeLine(String(decoding: bytes, as: UTF8.self) + "}")
    }

    func finish(_ outcome: HUDOutcome, summary: String) async {}

    func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
