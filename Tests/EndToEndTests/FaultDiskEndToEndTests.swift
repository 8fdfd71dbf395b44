import Foundation
import TestSupport
import Testing

@Suite("Faults of the disk", .ownThreads, .enabled(if: FaultShim.isAvailable))
struct FaultDiskEndToEndTests {
    private let machine: FaultyMachine
    private let content = ScriptedFile.bytes(2_000_000)

    init() throws {
        machine = try FaultyMachine()
        machine.server.route("/a.bin", .file(ScriptedFile(content)))
        machine.server.route("/b.bin", .file(ScriptedFile([1, 2, 3])))
    }

    @Test(
        "A full disk makes its download wait while others continue",
        arguments: [MachineFault.diskFull, MachineFault.diskQuota])
    func full(fault: MachineFault) throws {
        let other = machine.leftoff.directory.appending(path: "other")
        let stuck = try machine.add("/a.bin")
        let free = try machine.add("/b.bin", to: other)
        let run = try run(["queue", "run", "--wait", "0", "--quiet"], fault)
        #expect(run.status == 1, "\(run.errorText)")
        #expect(try machine.stateAndError(stuck) == ("waiting", "disk"))
        #expect(try machine.stateAndError(free) == ("done", nil))
        #expect(machine.bytes("a.bin") == nil)
        try finish(stuck)
        #expect(machine.starts("/a.bin").last ?? 0 > 0, "what was on disk is used: \(machine.starts("/a.bin"))")
    }

    @Test("After a failed sync nothing counts as done, and unsynced data is downloaded again")
    func sync() throws {
        let id = try machine.add("/a.bin")
        let run = try run(["queue", "run", "--wait", "0", "--quiet"], .diskSync)
        #expect(run.status == 1, "\(run.errorText)")
        let tries = try expectWaiting(id)
        #expect(machine.starts("/a.bin") == Array(repeating: 0, count: tries))
        try finish(id)
        #expect(machine.starts("/a.bin") == Array(repeating: 0, count: tries + 1))
    }

    @Test(
        "A destination that is not writable is a permanent failure and is not retried",
        arguments: [MachineFault.diskReadOnly, MachineFault.diskForbidden])
    func forbidden(fault: MachineFault) throws {
        let id = try machine.add("/a.bin")
        let run = try run(["queue", "run", "--quiet"], fault)
        #expect(run.status == 1)
        #expect(try machine.stateAndError(id) == ("failed", "permission"))
        #expect(try machine.items().first?["attempts"] as? Int == 1)
        #expect(machine.names == [])
        try finish(id)
    }

    @Test(
        "An output whose temporary file cannot get a name is copied, with the mode of the file that it replaces",
        arguments: [nil, 0o640] as [Int?])
    func unnamedOutput(mode: Int?) throws {
        let names = (0..<20_000).map { "<a href=\"/page/\($0)\">x</a>" }
        let page = try machine.leftoff.file("page.html", names.joined(separator: "\n").utf8)
        let target = machine.files.appending(path: "out.txt")
        if let mode {
            try Data("old".utf8).write(to: target)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path)
        }
        let command = ["links", page.path, "--base", "https://example.org/", "-o", target.path]
        let outcome = try machine.run(command, .fail("link:EACCES:out.txt"))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let lines = try String(contentsOf: target, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 20_000 && lines.last == "https://example.org/page/19999")
        #expect(machine.names == ["out.txt"])
        let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
        if let mode { #expect(attributes[.posixPermissions] as? Int == mode) }
        // If the copy fails too, the old file remains and no other is left.
        let failed = try machine.run(command, .fail("link:EACCES:out.txt;write:ENOSPC:out.txt.leftoff-"))
        #expect(failed.status == 74 && machine.names == ["out.txt"], "\(failed.errorText)")
        #expect(try String(contentsOf: target, encoding: .utf8).split(separator: "\n").count == 20_000)
    }

    @Test("A failed rename leaves the complete part file for the next attempt")
    func rename() throws {
        let id = try machine.add("/a.bin")
        let run = try run(["queue", "run", "--wait", "0", "--quiet"], .diskRename)
        #expect(run.status == 1, "\(run.errorText)")
        try expectWaiting(id)
        #expect(machine.names == ["a.bin.leftoff-part"])
        try finish(id)
        #expect(machine.starts("/a.bin").count == 1)
    }

    @Test("Partial writes are continued")
    func shortWrites() throws {
        let id = try machine.add("/a.bin")
        let run = try run(["queue", "run", "--quiet"], .diskShortWrites)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try machine.stateAndError(id) == ("done", nil))
        #expect(machine.bytes("a.bin") == content)
    }

    @Test(
        "Adding to a database on a full or broken disk fails, and acknowledged items stay",
        arguments: [MachineFault.databaseFull, MachineFault.databaseBroken, MachineFault.databaseSync])
    func databaseAtAdding(fault: MachineFault) throws {
        let id = try machine.add("/a.bin")
        let refused = try run(["queue", "add", machine.server.address("/b.bin"), "--dir", machine.files.path], fault)
        #expect(refused.status == 74)
        #expect(refused.output.isEmpty)
        #expect(refused.errorLines.count == 1 && refused.errorText.hasPrefix("leftoff: "), "\(refused.errorText)")
        #expect(try machine.items().map { $0["id"] as? String } == [id])
        try finish(id)
    }

    @Test(
        "A database that fails while downloads run ends the run, and nothing is lost",
        arguments: [MachineFault.databaseFullWhileRunning, MachineFault.databaseSyncWhileRunning])
    func databaseAtRunning(fault: MachineFault) throws {
        let ids = [try machine.add("/a.bin"), try machine.add("/b.bin")]
        let run = try run(["queue", "run", "--wait", "0", "--quiet"], fault)
        #expect(run.status == 74 || run.status == 1, "\(run.status): \(run.errorText)")
        #expect(try machine.items().count == 2)
        for id in ids { try finish(id) }
        #expect(machine.bytes("b.bin") == [1, 2, 3])
        #expect(machine.names == ["a.bin", "b.bin"])
    }

    private func run(_ arguments: [String], _ fault: MachineFault) throws -> Leftoff.Outcome {
        try machine.run(arguments, .fail(try #require(fault.rule)))
    }

    /// Expects that a download waits because of the disk.
    ///
    /// The number of attempts of a run depends on the random delays and on the machine's speed. After five attempts in
    /// one run the item has failed and does not wait.
    ///
    /// - Returns: The number of attempts.
    @discardableResult
    private func expectWaiting(_ id: String) throws -> Int {
        let tries = try #require(try machine.items().first?["attempts"] as? Int)
        let standing = try machine.stateAndError(id)
        #expect(standing.errorClass == "disk")
        #expect(standing.state == "waiting" || (standing.state == "failed" && tries >= 5), "after \(tries) tries")
        return tries
    }

    /// Runs a download without faults, and checks that the file is complete.
    private func finish(_ id: String) throws {
        if try machine.stateAndError(id).state != "done" {
            _ = try machine.run(["queue", "retry", id])
            let run = try machine.run(["queue", "run", "--quiet"])
            #expect(run.status == 0, "\(run.errorText)")
        }
        #expect(try machine.stateAndError(id) == ("done", nil))
        #expect(machine.bytes("a.bin") == content)
        #expect(!machine.names.contains { $0.hasSuffix(".leftoff-part") })
    }
}
