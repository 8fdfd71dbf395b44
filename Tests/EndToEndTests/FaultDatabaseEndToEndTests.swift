import Foundation
import TestSupport
import Testing

@Suite("A damaged database", .ownThreads)
struct FaultDatabaseEndToEndTests {
    @Test(
        "A foreign or damaged database is reported in one line and not changed",
        arguments: [
            MachineFault.databaseEmpty, MachineFault.databaseTruncated, MachineFault.databaseOverwritten,
            MachineFault.databaseForeign, MachineFault.databaseText,
        ])
    func damaged(fault: MachineFault) throws {
        let machine = try FaultyMachine()
        machine.server.route("/a.bin", .ok([1, 2, 3]))
        // Enough items for a tree of several pages.
        let list = (0..<200).map { machine.server.address("/a.bin?\($0)\n") }.joined()
        let file = try machine.leftoff.file("list", list.utf8)
        #expect(try machine.run(["queue", "add", "-i", file.path, "--dir", machine.files.path]).status == 0)
        let database = machine.leftoff.home.appending(path: "leftoff.sqlite")
        let whole = try Data(contentsOf: database)
        let damaged = try Self.damage(whole, fault)
        try damaged.write(to: database)
        let commands = [
            ["queue", "list"], ["queue", "run", "--quiet"],
            ["queue", "add", machine.server.address("/b.bin"), "--dir", machine.files.path],
        ]
        for command in commands {
            let outcome = try machine.run(command)
            #expect([65, 74].contains(outcome.status), "\(command): \(outcome.status)")
            #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
            #expect(outcome.errorText.contains("leftoff.sqlite"), "\(outcome.errorText)")
            #expect(try Data(contentsOf: database) == damaged, "\(command) changed the file")
        }
        #expect(machine.server.requests.isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: machine.leftoff.home.path)
        // An empty journal may stay; a copy or a new database may not.
        #expect(Set(left.filter { $0.hasPrefix("leftoff.sqlite") }).subtracting(["leftoff.sqlite-journal"]).count == 1)
        // Only the owner moves the file away; after moving it back, everything is there.
        try whole.write(to: database)
        #expect(try machine.items().count == 200)
    }

    private static func damage(_ whole: Data, _ fault: MachineFault) throws -> Data {
        var data = whole
        switch fault {
        case .databaseEmpty: return Data()
        case .databaseTruncated: return whole.prefix(whole.count / 2)
        case .databaseOverwritten:
            // All pages except the first, which identifies the application.
            data.replaceSubrange(4_096..., with: Data(repeating: 0xA5, count: data.count - 4_096))
            return data
        case .databaseForeign:
            // The application id, at byte 68 of an SQLite file.
            data.replaceSubrange(68..<72, with: [0, 0, 0, 7])
            return data
        case .databaseText: return Data("Dear diary, these are not downloads.\n".utf8)
        default: throw LoopbackPort.Unavailable(description: "\(fault) does not damage a database")
        }
    }
}
