import DownloadQueue
import Downloads
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the dates and receipts of downloaded files.
@Suite("Dates and receipts")
struct ReceiptTests {
    private let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let seconds: Double = 784_111_777

    private func modified(_ scene: DownloadScene, _ name: String) throws -> Double? {
        let attributes = try FileManager.default.attributesOfItem(atPath: scene.directory.path + "/" + name)
        return (attributes[.modificationDate] as? Date)?.timeIntervalSince1970
    }

    @Test("A file has the date of the resource, whether small or large", arguments: [10, 300_000])
    func modified(count: Int) async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .file(ScriptedFile(ScriptedFile.bytes(count), lastModified: date)))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(try modified(scene, "a") == seconds)
    }

    @Test("Without a valid date, a file has the current one", arguments: [nil, "yesterday"])
    func unmodified(field: String?) async throws {
        let scene = try DownloadScene()
        let before = Date().timeIntervalSince1970
        scene.server.route("/a", .file(ScriptedFile([1], lastModified: field)))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(try #require(try modified(scene, "a")) >= before - 2)
    }

    @Test("The receipt beside a file contains its URL, digest, validators and time", arguments: [3, 300_000])
    func sidecar(count: Int) async throws {
        let scene = try DownloadScene { $0.receipt = .sidecar }
        let body = ScriptedFile.bytes(count)
        scene.server.route("/a", .redirect(to: "/b"))
        scene.server.route("/b", .file(ScriptedFile(body, lastModified: date)))
        let digest = "sha256=" + (try sha256(body))
        try scene.add("/a", checksum: digest)
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.names == ["a", "a.leftoff-receipt.json"])
        let data = Data(scene.bytes("a.leftoff-receipt.json") ?? [])
        let receipt = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(receipt["url"] as? String == scene.server.address("/a"))
        #expect(receipt["finalURL"] as? String == scene.server.address("/b"))
        #expect(receipt["sha256"] as? String == (try sha256(body)))
        #expect(receipt["size"] as? Int == count)
        #expect(receipt["etag"] as? String == "\"v1\"")
        #expect(receipt["lastModified"] as? String == "1994-11-06T08:49:37Z")
        #expect(receipt["verified"] as? [String] == [digest])
        #expect((receipt["completedAt"] as? String)?.hasSuffix("Z") == true)
    }

    @Test("A receipt contains no password")
    func password() async throws {
        let scene = try DownloadScene { $0.receipt = .sidecar }
        scene.server.route("/a", .ok([1]))
        let address = scene.server.address("/a").replacingOccurrences(of: "http://", with: "http://me:secret@")
        try scene.add(address: address)
        #expect(try await scene.attemptOnce().item?.state == .done)
        let text = String(decoding: scene.bytes("a.leftoff-receipt.json") ?? [], as: UTF8.self)
        #expect(!text.isEmpty && !text.contains("secret"))
    }

    @Test("A file with the receipt's name is kept, and the receipt gets a number", arguments: [false, true])
    func taken(overwrites: Bool) async throws {
        let scene = try DownloadScene {
            $0.receipt = .sidecar
            $0.overwrites = overwrites
        }
        for name in ["a", "b"] { scene.server.route("/\(name)", .ok([1])) }
        let mine = Data("mine".utf8)
        try mine.write(to: scene.directory.appendingPathComponent("a.leftoff-receipt.json"))
        let other = scene.directory.appendingPathComponent("b.leftoff-receipt.json")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        for name in ["a", "b"] {
            try scene.add("/\(name)")
            #expect(try await scene.attemptOnce().item?.state == .done)
        }
        // Only the receipt of the replaced file is deleted.
        let numbered = overwrites ? ["b"] : ["a", "b"]
        #expect(
            scene.names
                == (["a", "a.leftoff-receipt.json", "b", "b.leftoff-receipt.json"]
                + numbered.map { "\($0).leftoff-receipt (1).json" }).sorted())
        #expect((scene.bytes("a.leftoff-receipt.json").map { Data($0) } == mine) == !overwrites)
        for name in numbered {
            #expect(scene.bytes("\(name).leftoff-receipt (1).json")?.starts(with: "{".utf8) == true)
        }
    }

    @Test("A symbolic link with the receipt's name is kept, and so is its target", arguments: [false, true])
    func planted(overwrites: Bool) async throws {
        let scene = try DownloadScene {
            $0.receipt = .sidecar
            $0.overwrites = overwrites
        }
        let victim = scene.root.appendingPathComponent("victim")
        try Data("mine".utf8).write(to: victim)
        try scene.link("a.leftoff-receipt.json", to: victim.path)
        scene.server.route("/a", .ok([1]))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
        #expect(scene.names == ["a", "a.leftoff-receipt (1).json", "a.leftoff-receipt.json"])
        let link = scene.directory.path + "/a.leftoff-receipt.json"
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == victim.path)
    }

    @Test("A receipt is written to an extended attribute, or beside the file if those are not supported")
    func attribute() async throws {
        let scene = try DownloadScene { $0.receipt = .attribute }
        scene.server.route("/a", .ok([1, 2, 3]))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect([["a"], ["a", "a.leftoff-receipt.json"]].contains(scene.names), "\(scene.names)")
    }

    @Test(
        "The receipt in an extended attribute contains the digest",
        .enabled(if: Shell.find("getfattr") != nil, "getfattr is not installed"))
    func attributeContent() async throws {
        let scene = try DownloadScene { $0.receipt = .attribute }
        scene.server.route("/a", .ok([1, 2, 3]))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        let path = scene.directory.path + "/a"
        let text =
            scene.names == ["a"]
            ? try Shell.output("getfattr", ["--only-values", "-n", "user.leftoff", path])
            : String(decoding: try Data(contentsOf: URL(filePath: path + ".leftoff-receipt.json")), as: UTF8.self)
        #expect(text?.contains(try sha256([1, 2, 3])) == true, "\(text ?? "no attribute")")
    }
}

/// Runs programs that may be missing.
private enum Shell {
    /// Returns the path of a program; nil if it is not installed.
    static func find(_ program: String) -> String? {
        ["/usr/bin/\(program)", "/bin/\(program)"].first(where: FileManager.default.isExecutableFile)
    }

    static func output(_ program: String, _ arguments: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
