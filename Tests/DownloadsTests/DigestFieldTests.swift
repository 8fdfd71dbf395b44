import DownloadQueue
import Fetching
import Foundation
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

/// Repr-Digest, Content-Digest and Digest.
@Suite("Digests in header fields")
struct DigestFieldTests {
    /// The digests of `abc` in base64.
    private static let sha256 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    private static let sha512 =
        "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
    private static let md5 = "kAFQmDzST7DWlj99KOF/cg=="
    private static let sha1 = "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="

    struct Row: Sendable {
        var status = 200
        var fields: [(String, String)]
        var expected: DigestAlgorithm?
    }

    @Test(
        "The digest of the whole file is found, SHA-256 before the others",
        arguments: [
            Row(fields: [("Repr-Digest", "sha-256=:\(sha256):")], expected: .sha256),
            Row(fields: [("Repr-Digest", "  sha-512=:\(sha512): ,\tsha-256=:\(sha256):  ")], expected: .sha256),
            Row(fields: [("Repr-Digest", "sha-512=:\(sha512):")], expected: .sha512),
            Row(fields: [("Repr-Digest", "md5=:\(md5):"), ("Repr-Digest", "sha=:\(sha1):")], expected: .sha1),
            Row(fields: [("Repr-Digest", "sha-256=:\(sha256):;a=1;b;c=\"x\"")], expected: .sha256),
            Row(fields: [("Repr-Digest", "unixsum=:AAAA:, sha-256=:\(sha256):")], expected: .sha256),
            Row(fields: [("Content-Digest", "sha-256=:\(sha256):")], expected: .sha256),
            Row(fields: [("Digest", "SHA-256=\(sha256)")], expected: .sha256),
            Row(fields: [("Digest", "md5=\(md5), sha=\(sha1)")], expected: .sha1),
            Row(fields: [("Digest", "MD5=\(md5)")], expected: .md5),
            // The content of a partial response is not the whole file; its representation is.
            Row(status: 206, fields: [("Content-Digest", "sha-256=:\(sha256):")]),
            Row(status: 206, fields: [("Repr-Digest", "sha-256=:\(sha256):")], expected: .sha256),
            // Malformed fields are ignored.
            Row(fields: [("Repr-Digest", "sha-256=\(sha256)")]),
            Row(fields: [("Repr-Digest", "sha-256=:\(sha256)")]),
            Row(fields: [("Repr-Digest", "sha-256=:\(sha256):,")]),
            Row(fields: [("Repr-Digest", "sha-256=:\(sha256): x")]),
            Row(fields: [("Repr-Digest", "SHA-256=:\(sha256):")]),
            Row(fields: [("Repr-Digest", "sha-256=:!!!!:")]),
            Row(fields: [("Repr-Digest", "sha-256=:AAAA:")]),
            Row(fields: [("Repr-Digest", "")]),
            Row(fields: [("Digest", "sha-256=short")]),
            Row(fields: [("Digest", "crc32c=AAAAAA==")]),
        ])
    func finds(row: Row) throws {
        let url = try #require(WebURL("https://example.org/a"))
        let fields = row.fields.map { HeaderField(name: $0.0, value: $0.1) }
        let checksum = DigestFields.checksum(ResponseHead(status: row.status, fields: fields, url: url))
        #expect(checksum?.algorithm == row.expected)
        if let algorithm = row.expected {
            let hasher = try DigestHasher(algorithm)
            try Array("abc".utf8).withUnsafeBytes { try hasher.update($0) }
            #expect(checksum?.digest == (try hasher.finish()))
        }
    }

    @Test(
        "A file with the announced digest is done, and one with another digest is quarantined",
        arguments: ["abc", "abd"], [3, 400_000])
    func verifies(text: String, count: Int) async throws {
        let scene = try DownloadScene()
        let body = Array(text.utf8) + [UInt8](repeating: 0, count: count - 3)
        let hasher = try DigestHasher(.sha512)
        try (Array("abc".utf8) + [UInt8](repeating: 0, count: count - 3)).withUnsafeBytes { try hasher.update($0) }
        let hex = Array(try hasher.finish())
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(String(hex[$0...$0 + 1]), radix: 16) }
        let field = "sha-512=:\(Data(bytes).base64EncodedString()):"
        scene.server.route("/a", .ok(body, fields: [("Repr-Digest", field)]))
        try scene.add("/a")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.state == (text == "abc" ? .done : .quarantined))
        #expect(scene.names == [text == "abc" ? "a" : "a.leftoff-quarantined"])
        #expect(item.error?.class == (text == "abc" ? nil : .checksum))
    }

    @Test(
        "A range is compared with its Content-Digest, and after a mismatch the whole file is requested",
        arguments: [true, false])
    func verifiesPart(matches: Bool) async throws {
        let scene = try DownloadScene()
        let content = ScriptedFile.bytes(300_000)
        let first = 100_000 - Int(RangeRequest.overlapBytes)
        let part = Array(content[first...])
        var cut = ScriptedFile(content)
        cut.cutAfter = 100_000
        var sent = part
        if !matches { sent[part.count - 1] ^= 1 }
        let fields = [
            ("ETag", "\"v1\""), ("Content-Range", "bytes \(first)-299999/300000"),
            ("Content-Digest", "sha-256=:\(try Self.base64(part)):"),
        ]
        scene.server.route(
            "/a",
            .sequence([.file(cut), .status(206, fields: fields, body: sent), .file(ScriptedFile(content))]))
        try scene.add("/a")
        try await scene.attemptInVain()
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == content)
        #expect(scene.ranges.dropFirst().map { $0[0] } == ["bytes=\(first)-"] + (matches ? [] : [nil]))
    }

    private static func base64(_ bytes: [UInt8]) throws -> String {
        let hasher = try DigestHasher(.sha256)
        try bytes.withUnsafeBytes { try hasher.update($0) }
        let hex = Array(try hasher.finish())
        return Data(stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(String(hex[$0...$0 + 1]), radix: 16) })
            .base64EncodedString()
    }

    @Test(
        "The user's checksum may have any algorithm",
        arguments: [
            ("md5=900150983cd24fb0d6963f7d28e17f72", true), ("md5=900150983cd24fb0d6963f7d28e17f73", false),
            ("sha1=a9993e364706816aba3e25717850c26c9cd0d89d", true),
            ("sha1=a9993e364706816aba3e25717850c26c9cd0d89e", false),
        ])
    func userChecksum(checksum: String, matches: Bool) async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .ok(Array("abc".utf8)))
        try scene.add("/a", checksum: checksum)
        #expect(try await scene.attemptOnce().item?.state == (matches ? .done : .quarantined))
    }

    @Test(
        "Base64 is parsed strictly",
        arguments: [
            ("", []), ("AA==", [0]), ("AAE=", [0, 1]), ("AAEC", [0, 1, 2]), ("A", nil), ("AA", nil), ("AA=", nil),
            ("AA===", nil), ("AA=A", nil), ("A-_A", nil), (" AAEC", nil),
        ] as [(String, [UInt8]?)])
    func base64(text: String, expected: [UInt8]?) {
        #expect(Base64Text.decode(text.utf8) == expected)
    }
}
