import Foundation
import TestSupport
import Testing

@Suite("Several processes on one queue, and clocks that jump", .ownThreads)
struct FaultProcessEndToEndTests {
    private let machine: FaultyMachine

    init() throws { machine = try FaultyMachine() }

    @Test("Two simultaneous runs download each item once", arguments: [MachineFault.twoRuns])
    func twoRuns(fault: MachineFault) throws {
        var contents: [String: [UInt8]] = [:]
        for number in 0..<40 {
            let name = "\(number).bin"
            contents[name] = ScriptedFile.bytes(20_000 + number, seed: UInt64(number + 1))
            machine.server.route("/\(name)", .ok(contents[name] ?? []))
        }
        let list = contents.keys.sorted().map { machine.server.address("/\($0)") + "\n" }.joined()
        let file = try machine.leftoff.file("list", list.utf8)
        #expect(try machine.run(["queue", "add", "-i", file.path, "--dir", machine.files.path]).status == 0)
        let runs = try (0..<2).map { _ in try machine.leftoff.start(["queue", "run", "--quiet"]) }
        for run in runs { #expect(run.wait() == .exit(0)) }
        #expect(machine.names == contents.keys.sorted())
        for (name, bytes) in contents {
            #expect(machine.bytes(name) == bytes)
            #expect(machine.server.requests(to: "/\(name)").count == 1, "\(name)")
        }
    }

    @Test(
        "A worker that lost its lease while stopped writes nothing more",
        .enabled(if: FaultShim.isAvailable), .timeLimit(.minutes(20)), arguments: [MachineFault.stoppedWorker])
    func stoppedWorker(fault: MachineFault) throws {
        let gate = ScriptedGate()
        let content = ScriptedFile.bytes(3_000_000)
        var file = ScriptedFile(content)
        file.gate = (after: 1_000_000, gate)
        machine.server.route("/a.bin", .file(file))
        let id = try machine.add("/a.bin")
        let sleeper = try machine.leftoff.start(["queue", "run", "--quiet"])
        try gate.waitForArrivals(1)
        try machine.stop(sleeper, with: "a.bin.leftoff-part")
        gate.open()
        // For the other worker, 90 s have passed. It may take over the item, but not the locked part file.
        let other = try machine.run(["queue", "run", "--quiet", "--wait", "3"], .clock(90))
        #expect(other.status == 1, "\(other.errorText)")
        #expect(machine.names == ["a.bin.leftoff-part"])
        sleeper.resume()
        sleeper.wait()
        // A third run finishes the items that either of them left waiting.
        _ = try machine.run(["queue", "retry", id])
        #expect(try machine.run(["queue", "run", "--quiet"]).status == 0)
        #expect(machine.bytes("a.bin") == content)
        #expect(machine.names == ["a.bin"])
        #expect(try machine.items().map { $0["state"] as? String } == ["done"])
    }

    @Test("Adding an address a hundred thousand times creates one item", arguments: [MachineFault.duplicateAdds])
    func duplicates(fault: MachineFault) throws {
        let line = machine.server.address("/a.bin") + "\n"
        let file = try machine.leftoff.file("list", String(repeating: line, count: 100_000).utf8)
        let outcome = try machine.run(["queue", "add", "-i", file.path, "--dir", machine.files.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(Set(outcome.lines).count == 1)
        #expect(try machine.items().count == 1)
    }

    @Test(
        "Processes that add the same list at the same time add each address once",
        arguments: [MachineFault.addingAtOnce])
    func adding(fault: MachineFault) throws {
        let list = (0..<100).map { machine.server.address("/\($0).bin\n") }.joined()
        let file = try machine.leftoff.file("list", list.utf8)
        let arguments = ["queue", "add", "-i", file.path, "--dir", machine.files.path]
        let processes = try (0..<4).map { _ in try machine.leftoff.start(arguments) }
        for process in processes { #expect(process.wait() == .exit(0)) }
        let items = try machine.items()
        #expect(items.count == 100)
        #expect(Set(items.compactMap { $0["url"] as? String }).count == 100)
    }

    @Test(
        "Setting the clock by an hour delays neither the takeover from a killed worker nor the end of a backoff",
        .enabled(if: FaultShim.isAvailable), arguments: [MachineFault.clockAhead, MachineFault.clockBehind])
    func clock(fault: MachineFault) throws {
        let content = ScriptedFile.bytes(500_000)
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 200_000, gate)
        machine.server.route("/a.bin", .file(file))
        machine.server.route("/b.bin", .sequence([.status(503, fields: [("Retry-After", "30")]), .ok([1, 2, 3])]))
        // Another host, because a 503 response holds back the whole host.
        let waiting = try machine.add("/b.bin", host: "localhost")
        #expect(try machine.run(["queue", "run", "--quiet", "--wait", "0"]).status == 1)
        #expect(try machine.stateAndError(waiting) == ("waiting", "http"))
        try machine.add("/a.bin")
        let killed = try machine.leftoff.start(["queue", "run", "--quiet", "--wait", "0"])
        try gate.waitForArrivals(1)
        kill(killed.processIdentifier, SIGKILL)
        killed.wait()
        gate.open()
        let seconds = fault == .clockAhead ? 3_600 : -3_600
        let run = try machine.run(["queue", "run", "--quiet", "--wait", "20"], .clock(seconds))
        #expect(run.status == 0, "\(run.errorText)")
        #expect(machine.bytes("a.bin") == content)
        #expect(machine.bytes("b.bin") == [1, 2, 3])
        #expect(machine.names == ["a.bin", "b.bin"])
    }
}
