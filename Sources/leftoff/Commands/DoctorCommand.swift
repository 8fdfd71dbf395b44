import ArgumentParser
import FoundationEssentials
import Service
import TerminalHUD

/// `leftoff doctor`: whether everything is in place, and what to do where not.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the set-up, and say what to do where something is missing.",
        discussion: "Nothing is changed. The exit code is 1 when something does not work."
    )

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() async throws {
        var output = try OutputStream()
        let home = try DataHome().path
        var findings = [Finding.ok("leftoff", Version.current)]
        findings += HomeChecks(home: home).findings()
        findings += await ServiceChecks(port: port, home: home).findings()
        findings += ProgramChecks(environment: ProcessInfo.processInfo.environment).findings()
        for finding in findings {
            let grade = finding.grade.rawValue.padding(to: 6)
            try output.writeLine(
                TerminalText.sanitized("\(grade)\(finding.subject.padding(to: 10))\(finding.text)"))
            if !finding.advice.isEmpty {
                try output.writeLine(TerminalText.sanitized("\("".padding(to: 16))→ \(finding.advice)"))
            }
        }
        try output.finish()
        if findings.contains(where: { $0.grade == .wrong }) { throw ExitStatus.someFailed }
    }
}

extension String {
    /// The text with spaces at its end, so many characters wide.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
