import LinkFormats
import TerminalHUD

/// The display that goes with a report: what people would read becomes JSON too.
///
/// Each line is one object. Those of `--explain` are objects already, and nothing else that is said begins with a brace.
struct ReportingDisplay: StatusDisplay {
    func update(_ status: HUDStatus) {}

    func log(_ line: String) {
        guard !line.hasPrefix("{") else { return StandardError.writeLine(line) }
        var bytes = Array("{\"message\":".utf8)
        JSONLiteral.append(line, to: &bytes)
        StandardError.writeLine(String(decoding: bytes, as: UTF8.self) + "}")
    }

    func finish(_ outcome: HUDOutcome, summary: String) async {}

    func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
