import DownloadQueue
import Foundation
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

/// Tests of the guard against HTML pages that are sent instead of files.
@Suite("Pages instead of files")
struct PageGuardTests {
    private static let page = Array("<!DOCTYPE html><title>Sign in</title>".utf8)

    /// A request and its response.
    struct Case: Sendable, CustomTestStringConvertible {
        var path: String
        /// The value of Content-Type; nil to send none.
        var type: String? = "text/html; charset=utf-8"
        var body = page
        var disposition: String?
        var name: String?
        var suggested: String?
        var checksum: String?
        var accepts = false
        var isPage: Bool

        var testDescription: String { "\(path) \(type ?? "no type") \(name ?? "") \(suggested ?? "")" }
    }

    @Test(
        "A page fails the download only if something else was promised",
        arguments: [
            Case(path: "/a.zip", isPage: true),
            Case(path: "/A.ZIP", isPage: true),
            Case(path: "/a.tar.gz?x=1", isPage: true),
            Case(path: "/a%2Epdf", isPage: true),
            Case(path: "/a.csv;v=1", isPage: true),
            Case(path: "/a.iso", type: "application/xhtml+xml", isPage: true),
            Case(path: "/a.iso", type: "TEXT/HTML", isPage: true),
            Case(path: "/a.iso", type: "text/html, text/html", isPage: true),
            Case(path: "/a.mp4", type: nil, isPage: true),
            Case(path: "/a.mp4", type: "html", isPage: true),
            Case(path: "/a.mp4", type: nil, body: [0xEF, 0xBB, 0xBF] + Array("\r\n <HTML lang=x>".utf8), isPage: true),
            Case(path: "/a", name: "b.zip", isPage: true),
            Case(path: "/a.php", suggested: "b.zip", isPage: true),
            Case(path: "/redirect.zip", isPage: true),
            Case(path: "/to-zip", isPage: true),
            Case(path: "/a.mp4", type: nil, body: Array("<htmlx>".utf8), isPage: false),
            Case(path: "/a.mp4", type: nil, body: Array("data".utf8), isPage: false),
            Case(path: "/a.zip", type: "application/zip", isPage: false),
            Case(path: "/a.zip", type: "text/plain", isPage: false),
            Case(path: "/a.zip", disposition: "attachment", isPage: false),
            Case(path: "/a.zip", disposition: "Attachment; filename=b.zip", isPage: false),
            Case(path: "/a.zip", disposition: "inline; filename=b.zip", isPage: true),
            Case(path: "/a.zip", accepts: true, isPage: false),
            Case(path: "/a.zip", type: nil, accepts: true, isPage: false),
            Case(path: "/a.zip", name: "b.html", isPage: false),
            Case(path: "/a.html", isPage: false),
            Case(path: "/a.htm", isPage: false),
            Case(path: "/a.php", isPage: false),
            Case(path: "/a.aspx", isPage: false),
            Case(path: "/a.cgi?file=x.zip", isPage: false),
            Case(path: "/a", isPage: false),
            Case(path: "/v1.2", isPage: false),
            Case(path: "/", isPage: false),
            Case(path: "/zip", isPage: false),
            // Some servers declare every unknown file as HTML.
            Case(path: "/a.zip", body: Array("PK\u{3}\u{4}\u{14}\u{0}".utf8), isPage: false),
            Case(path: "/a.gz", body: [0x1F, 0x8B, 0x08, 0xFF], isPage: false),
            Case(path: "/a.pdf", body: Array("%PDF-1.7\n1 0 obj".utf8), isPage: false),
            Case(path: "/a.csv", body: Array("a,b\n1,2\n".utf8), isPage: false),
            Case(path: "/a.json", body: Array("\n {}".utf8), isPage: false),
            Case(path: "/a.xml", body: Array("<?xml version='1.0'?><a/>".utf8), isPage: false),
            Case(path: "/a.xml", isPage: true),
            Case(path: "/a.csv", body: Array("<p>Sign in".utf8), isPage: true),
            Case(path: "/a.zip", body: Array("Sign in first".utf8), isPage: true),
            Case(path: "/a.zip", body: [], isPage: true),
            // Names of pages that look like those of files.
            Case(path: "/mrdoob/three.js", isPage: false),
            Case(path: "/wiki/File:A.jpg", isPage: false),
            Case(path: "/web/2020/https://example.ai", isPage: false),
            Case(path: "/a.js", name: "a.js", isPage: true),
        ])
    func guarded(row: Case) async throws {
        let scene = try DownloadScene()
        var fields: [(String, String)] = []
        if let type = row.type { fields.append(("Content-Type", type)) }
        if let disposition = row.disposition { fields.append(("Content-Disposition", disposition)) }
        scene.server.routeEverythingElse(.ok(row.body, fields: fields))
        scene.server.route("/redirect.zip", .redirect(to: "/login"))
        scene.server.route("/to-zip", .redirect(to: "/a.zip"))
        let url = try #require(WebURL(scene.server.address(row.path)))
        var new = NewQueueItem(url: url, directory: scene.directory.path, name: row.name)
        new.suggestedName = row.suggested
        new.acceptsHTML = row.accepts
        _ = try scene.store.add([new], at: scene.clock.now)
        let result = try await scene.attemptOnce()
        if row.isPage {
            let failure = try #require(result.failure)
            #expect(failure.class == .page && failure.isLasting)
            #expect(failure.message.contains("--accept-html"))
            #expect(scene.names.isEmpty)
        } else {
            #expect(result.item?.state == .done)
            #expect(scene.bytes(scene.names.first ?? "") == row.body)
        }
    }

    @Test(
        "A short page of unknown length and an empty one fail the download",
        arguments: [
            ScriptedResponder.chunked([page], fields: [("Content-Type", "text/html")]),
            .ok([], fields: [("Content-Type", "text/html")]),
        ])
    func shortPage(response: ScriptedResponder) async throws {
        let scene = try DownloadScene()
        scene.server.route("/a.zip", response)
        try scene.add("/a.zip")
        #expect(try await scene.attemptOnce().failure?.class == .page)
        #expect(scene.names.isEmpty)
    }

    @Test("With a checksum, the digest decides")
    func checksum() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a.zip", .ok(Self.page, fields: [("Content-Type", "text/html")]))
        try scene.add("/a.zip", checksum: "sha256=\(try sha256(Self.page))")
        #expect(try await scene.attemptOnce().item?.state == .done)
        try scene.add("/a.zip", name: "b.zip", checksum: "sha256=\(String(repeating: "0", count: 64))")
        let wrong = try #require(try await scene.attemptOnce().item)
        #expect(wrong.state == .quarantined && wrong.error?.class == .checksum)
    }

    @Test("A page does not replace the bytes of an earlier response", arguments: ["text/html", nil] as [String?])
    func resumed(type: String?) async throws {
        let scene = try DownloadScene()
        let content = ScriptedFile.bytes(300_000)
        var cut = ScriptedFile(content)
        cut.cutAfter = 200_000
        scene.server.route("/a", .file(cut))
        let item = try scene.add("/a")
        try await scene.attemptInVain()
        #expect(try scene.store.item(id: item.id).bytes > 0)
        scene.server.route("/a", .ok(Self.page, fields: type.map { [("Content-Type", $0)] } ?? []))
        let claimed = try #require(try scene.claim())
        #expect(await scene.download(claimed).failure?.class == .page)
        try scene.release(claimed)
        #expect(scene.names == ["a.leftoff-part"])
        scene.server.route("/a", .file(ScriptedFile(content)))
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
    }

    @Test("A page that was begun without a promise is resumed")
    func resumedPage() async throws {
        let scene = try DownloadScene()
        let content = ScriptedFile.bytes(300_000)
        var file = ScriptedFile(content)
        file.contentType = "text/html"
        file.cutAfter = 200_000
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        try await scene.attemptInVain()
        file.cutAfter = nil
        scene.server.route("/a", .file(file))
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
    }

    @Test("A redirect gives its file a name, and a page at an address without a name is index.html")
    func names() async throws {
        let scene = try DownloadScene()
        scene.server.route("/dl", .redirect(to: "/files/report.pdf"))
        scene.server.route("/files/report.pdf", .ok([1], fields: [("Content-Type", "application/pdf")]))
        scene.server.route("/", .page("<p>x"))
        for path in ["/dl?id=5", "/"] {
            try scene.add(path)
            #expect(try await scene.attemptOnce().item?.state == .done)
        }
        #expect(scene.names == ["index.html", "report.pdf"])
    }

    @Test(
        "A file with an unknown content coding is stored as it is",
        arguments: ["none", "utf-8", "binary", "aws-chunked", "identity", "gzip, none"])
    func unknownCoding(coding: String) async throws {
        let scene = try DownloadScene()
        let body = Array("data".utf8)
        scene.server.route("/a", .ok(body, fields: [("Content-Encoding", coding)]))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == body)
        #expect(scene.server.requests.count == 1)
    }

    @Test("A name that does not exist fails for good, and one that is unknown for the moment does not")
    func unknownHosts() async throws {
        for isUnknown in [true, false] {
            let scene = try DownloadScene { $0.isUnknownHost = { _ in isUnknown } }
            try scene.add(address: "http://nosuchhost.invalid/a")
            let failure = try #require(try await scene.attemptOnce().failure)
            #expect(failure.class == .dns && failure.isLasting == isUnknown)
        }
    }

    @Test("A request is compared with the files that were downloaded before")
    func existing() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .ok([1, 2, 3]))
        let item = try scene.add("/a")
        #expect(try scene.store.existing([item.request]) == [nil])
        _ = try await scene.attemptOnce()
        var others = [item.request, item.request, item.request]
        others[0].name = "b"
        others[1].directory += "/other"
        others[2].checksum = try Checksum("sha256=\(String(repeating: "0", count: 64))")
        let existing = try scene.store.existing([others[0], item.request, others[1], others[2]])
        #expect(existing.map { $0?.id } == [nil, item.id, nil, nil])
        // The file that is there now may be another one, also of the same size.
        for (bytes, exists) in [([1], false), ([3, 2, 1], false), ([1, 2, 3], true)] as [([UInt8], Bool)] {
            try scene.put(bytes, "a")
            #expect((try scene.store.existing([item.request])[0] != nil) == exists, "\(bytes)")
        }
    }
}
