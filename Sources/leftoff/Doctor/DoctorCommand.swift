import ArgumentParser
import FoundationEssentials
import Store
import Syntax

/// `leftoff doctor`: checks the installation and prints advice.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the installation and print how to fix what is wrong.",
        discussion: "Changes nothing without --repair. The exit code is 1 if something does not work."
    )

    @Option(help: "The port of the service; by default the port of the running service, or else 5338.")
    var port: UInt16?

    @Flag(help: "First rebuild a damaged store, and forget the recent failures of hosts.")
    var repair = false

    /// The directory below which the system's files are, for tests.
    @Option(help: .hidden)
    var root = ""

    func run() async throws {
        var output = try OutputStream()
        let home = try DataHome()
        let repaired = repair ? try LeftoffDatabase.repair(home: home.path) : nil
        let environment = ProcessInfo.processInfo.environment
        let directories = StandardDirectories(environment: environment, root: root)
        var findings = [Finding.ok("leftoff", Version.current)]
        if let repaired { findings.append(Finding(repaired)) }
        findings += HomeChecks(home: home, environment: environment).findings()
        findings += await ServiceChecks(
            port: port, home: home, environment: environment, version: Version.current
        ).findings()
        findings += UnitChecks(directories: directories).findings()
        findings += NativeHostChecks(directories: directories).findings()
        findings += ExtensionChecks(directories: directories, home: home, version: Version.current).findings()
        findings += ProgramChecks(environment: environment).findings()
        for finding in findings {
            let severity = finding.severity.rawValue.padded(to: 6)
            try output.writeLine(
                VisibleText.line("\(severity)\(finding.subject.padded(to: 10))\(finding.text)"))
            if !finding.advice.isEmpty {
                try output.writeLine(VisibleText.line("\("".padded(to: 16))→ \(finding.advice)"))
            }
        }
        try output.finish()
        if findings.contains(where: { $0.severity == .problem }) { throw ExitStatus.someFailed }
    }
}

/// A result of `leftoff doctor`.
struct Finding {
    /// The severity of a finding; the raw value is printed.
    enum Severity: String {
        /// Nothing is wrong.
        case ok
        /// The subject works, but could be improved.
        case warning = "note"
        /// The subject does not work.
        case problem = "wrong"
    }

    var severity: Severity
    /// The subject of the check, such as `store`.
    var subject: String
    /// The observation.
    var text: String
    /// The recommended action; empty if none is needed.
    var advice = ""

    static func ok(_ subject: String, _ text: String) -> Finding {
        Finding(severity: .ok, subject: subject, text: text)
    }

    static func warning(_ subject: String, _ text: String, advice: String) -> Finding {
        Finding(severity: .warning, subject: subject, text: text, advice: advice)
    }

    static func problem(_ subject: String, _ text: String, advice: String) -> Finding {
        Finding(severity: .problem, subject: subject, text: text, advice: advice)
    }
}

extension Finding {
    /// Creates the finding about a store that was rebuilt.
    fileprivate init(_ repair: StoreRepair) {
        let text = "the store was rebuilt; the damaged one is kept as \(repair.keptPath)"
        let tables = repair.damagedTables.joined(separator: ", ")
        self =
            tables.isEmpty
            ? .ok("repair", text)
            : .warning(
                "repair", "\(text); rows of these tables may be missing: \(tables)", advice: "leftoff import BACKUP")
    }
}
