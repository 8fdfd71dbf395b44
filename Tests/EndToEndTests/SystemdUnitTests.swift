import Foundation
import TestSupport
import Testing

@Suite("The systemd unit", .ownThreads, .timeLimit(.minutes(5)))
struct SystemdUnitTests {
    /// Returns the unit of an installation below /usr.
    private func unit() throws -> String {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Resources/systemd/leftoff.service")
        return try String(contentsOf: source, encoding: .utf8).replacing("@PREFIX@", with: "/usr")
    }

    @Test("systemd-analyze rates its exposure below 3", .enabled(if: Tool.all("systemd-analyze")))
    func exposure() throws {
        let leftoff = try Leftoff()
        let file = try leftoff.file("leftoff.service", try unit().utf8)
        let outcome = try #require(Tool("systemd-analyze")).run(
            ["security", "--no-pager", "--offline=true", "--threshold=29", file.path], in: leftoff.directory)
        #expect(outcome.status == 0, "\(outcome.text.suffix(300)) \(outcome.errorText)")
    }

    @Test(
        "It has the restrictions on which the documentation relies",
        arguments: [
            "PrivateTmp=yes", "ProtectSystem=full", "ProtectKernelModules=yes", "ProtectKernelLogs=yes",
            "ProtectKernelTunables=yes", "ProtectControlGroups=yes", "CapabilityBoundingSet=", "RestrictNamespaces=yes",
            "NoNewPrivileges=yes", "MemoryMax=2G", "OOMPolicy=continue",
        ])
    func restrictions(line: String) throws {
        #expect(try unit().split(separator: "\n").contains { $0 == line })
    }
}
