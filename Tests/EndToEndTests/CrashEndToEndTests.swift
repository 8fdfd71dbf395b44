import Foundation
import Motion
import TestSupport
import Testing

/// Kills the program at its first write, then at its second, and so on until it finishes, as SQLite's own tests do.
@Suite("Crashes", .ownThreads, .enabled(if: FaultShim.isAvailable))
struct CrashEndToEndTests {
    /// The number of tests that share the operations, so that each stays far below its time limit on a slow machine.
    private static let stripes = 16

    /// The number of bytes that may be downloaded again after a kill.
    private static let allowance = 1 << 20

    @Test(
        "After a kill at any disk operation the next run finishes with correct bytes and no duplicates",
        .timeLimit(.minutes(20)), arguments: [MachineFault.killedAtOperation], 0..<stripes)
    func everyOperation(fault: MachineFault, stripe: Int) throws {
        let machine = try FaultyMachine()
        let contents = ["a.bin": ScriptedFile.bytes(300_000), "b.txt": ScriptedFile.bytes(1_000, seed: 2)]
        for (name, bytes) in contents { machine.server.route("/\(name)", .file(ScriptedFile(bytes))) }
        for name in contents.keys.sorted() { try machine.add("/\(name)") }
        let manager = FileManager.default
        let added = machine.leftoff.directory.appending(path: "added")
        try manager.copyItem(at: machine.leftoff.home, to: added)

        var number = stripe + 1
        while true {
            for url in [machine.leftoff.home, machine.files] { try manager.removeItem(at: url) }
            try manager.copyItem(at: added, to: machine.leftoff.home)
            try manager.createDirectory(at: machine.files, withIntermediateDirectories: false)
            let killed = try machine.run(["queue", "run", "--quiet", "--jobs", "1"], .kill(at: number))
            if killed.status == 0 { break }
            try #require(killed.status == -1, "operation \(number): \(killed.errorText)")
            let next = try machine.run(["queue", "run", "--quiet"])
            #expect(next.status == 0, "operation \(number): \(next.errorText)")
            #expect(machine.names == contents.keys.sorted(), "operation \(number)")
            for (name, bytes) in contents { #expect(machine.bytes(name) == bytes, "operation \(number)") }
            let items = try machine.items()
            #expect(items.count == 2 && items.allSatisfy { $0["state"] as? String == "done" }, "operation \(number)")
            number += Self.stripes
        }
        // A run without a crash performs more operations than this on the database alone.
        #expect(number > 20)
        print("crashes: \(number / Self.stripes) operations of stripe \(stripe) were cut")
    }

    @Test("A kill loses at most 1 MiB of downloaded data", arguments: [5, 40, 80, 160, 240])
    func lossIsSmall(number: Int) throws {
        let machine = try FaultyMachine()
        // Sent bytes count as downloaded, so the sockets may hold only few unread bytes.
        let link = ThrottledFile(
            ThrottledFile.bytes(12 << 20), bytesPerStep: 16_384, pause: .zero, waitsForReader: true)
        machine.server.route("/a.bin", link.responder)
        try machine.add("/a.bin")
        let killed = try machine.run(["queue", "run", "--quiet"], .kill(at: number))
        #expect(killed.status == -1, "\(killed.errorText)")
        #expect(try machine.run(["queue", "run", "--quiet"]).status == 0)
        #expect(machine.bytes("a.bin") == link.content)
        #expect(link.served <= link.content.count + Self.allowance, "\(link.served) bytes were sent")
    }

    @Test(
        "kill -9 at random moments of a download loses almost nothing", .timeLimit(.minutes(20)),
        arguments: [MachineFault.killedAtRandom])
    func atRandom(fault: MachineFault) async throws {
        var random = SplitMix64(seed: 1)
        let machine = try FaultyMachine()
        // Each step costs a busy machine some tenths of a second. A kill loses a step or two at most.
        let link = ThrottledFile(
            ThrottledFile.bytes(20 << 20), bytesPerStep: 32_768, pause: .zero, waitsForReader: true)
        let content = link.content
        machine.server.route("/a.bin", link.responder)
        try machine.add("/a.bin")
        var places = (0..<5).map { _ in Int.random(in: 100_000..<content.count - 1_000_000, using: &random) }.sorted()
        while let place = places.first {
            places.removeFirst()
            let process = try machine.leftoff.start(["queue", "run", "--quiet"])
            try await link.hasServed(place)
            kill(process.processIdentifier, SIGKILL)
            process.wait()
        }
        let last = try machine.run(["queue", "run", "--quiet"])
        #expect(last.status == 0, "\(last.errorText)")
        #expect(machine.bytes("a.bin") == content)
        #expect(machine.names == ["a.bin"])
        let limit = content.count + content.count / 20
        #expect(link.served <= limit, "\(link.served) bytes were sent for \(content.count)")
    }
}
