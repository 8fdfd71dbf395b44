import Foundation
import TestSupport
import Testing

/// Tests of making many small files durable with one call.
@Suite("Syncing many small files", .ownThreads, .enabled(if: FaultShim.isAvailable && SyncFSSupport.isAvailable))
struct FaultSyncEndToEndTests {
    /// An operation on a file in the destination.
    private struct Operation: Hashable {
        var name: String
        var file: String
    }

    private static let partSuffix = ".leftoff-part"

    private let machine: FaultyMachine
    private let names = (0..<48).map { "\($0).bin" }
    private let large = "large.bin"
    private let ids: [String]

    init() throws {
        machine = try FaultyMachine()
        let gate = ScriptedGate()
        for name in names {
            machine.server.route("/\(name)") { request, connection in
                try gate.wait()
                try ScriptedResponder.ok([1, 2, 3]).respond(request, connection)
            }
        }
        // The responses are sent at once, so that the files are finished in few batches.
        Thread.detachNewThread { [count = names.count + 1] in
            try? gate.waitForArrivals(count)
            gate.open()
        }
        // It is too large to be held in memory, so it is written before its batch.
        var file = ScriptedFile(ScriptedFile.bytes(1_200_000))
        file.gate = (after: 1_190_000, gate)
        machine.server.route("/\(large)", .file(file))
        let addresses = (names + [large]).map { [machine] in machine.server.address("/\($0)") }
        let added = try machine.leftoff.run(["queue", "add", "--dir", machine.files.path] + addresses)
        try #require(added.status == 0, "\(added.errorText)")
        ids = added.lines
    }

    @Test("The files are made durable before they are renamed, and their names before they count as done")
    func order() throws {
        let run = try run()
        #expect(run.status == 0, "\(run.errorText)")
        #expect(machine.names == (names + [large]).sorted())
        let operations = try operations()
        for name in names + [large] {
            let part = name + Self.partSuffix
            let written = try #require(operations.lastIndex(of: Operation(name: "pwrite", file: part)), "\(name)")
            let renamed = try #require(operations.lastIndex(of: Operation(name: "rename", file: name)), "\(name)")
            try #require(written < renamed, "\(name)")
            let syncs = operations[written..<renamed].filter {
                $0 == Operation(name: "fdatasync", file: part) || (name != large && $0.name == "syncfs")
            }
            #expect(!syncs.isEmpty, "\(name) is not durable when it is renamed")
            #expect(operations[renamed...].contains(Operation(name: "fsync", file: "files")), "\(name)")
        }
        #expect(operations.contains { $0.name == "syncfs" })
        let single = operations.filter { operation in
            names.contains { operation == Operation(name: "fdatasync", file: $0 + Self.partSuffix) }
        }
        #expect(single.count <= names.count - 8, "\(single)")
    }

    @Test("If syncing them together fails, an error of one file concerns only this file")
    func failure() throws {
        let failed = "3.bin"
        let run = try run(.fail("syncfs:EIO:/files;fdatasync:EIO:/\(failed)\(Self.partSuffix)"))
        #expect(run.status == 1, "\(run.errorText)")
        let operations = try operations()
        #expect(operations.contains { $0.name == "syncfs" })
        for name in names where name != failed {
            #expect(operations.contains(Operation(name: "fdatasync", file: name + Self.partSuffix)), "\(name)")
        }
        let index = try #require(names.firstIndex(of: failed))
        for (number, id) in ids.enumerated() {
            let item = try machine.stateAndError(id)
            if number == index {
                #expect(item.state != "done" && item.errorClass == "disk", "\(item)")
            } else {
                #expect(item == ("done", nil), "\(id)")
            }
        }
        #expect(machine.bytes(failed) == nil)
    }

    /// Runs all downloads at once, and logs the operations on files.
    private func run(_ faults: FaultShim.Fault...) throws -> Leftoff.Outcome {
        // Otherwise, the data that other programs have written could prevent the call.
        let memory = try machine.leftoff.file("memory", "Dirty: 0 kB\nWriteback: 0 kB\n".utf8)
        let environment = try FaultShim.environment(
            faults + [.memory(memory), .log(log)], below: machine.leftoff.directory)
        return try machine.leftoff.run(
            ["queue", "run", "--quiet", "--wait", "0", "--jobs", "64", "--per-host", "64"], environment: environment)
    }

    private var log: URL { machine.leftoff.directory.appending(path: "log") }

    /// Returns the operations on the destination and its files, in order.
    private func operations() throws -> [Operation] {
        let root = machine.files.resolvingSymlinksInPath().path
        return try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[1] == root || words[1].hasPrefix(root + "/") else { return nil }
            return Operation(name: String(words[0]), file: URL(filePath: String(words[1])).lastPathComponent)
        }
    }
}
