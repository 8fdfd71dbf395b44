import Foundation
import Places
import Syntax
import Testing

@testable import ImportExport

/// Files that are written to become much larger in memory than they are.
@Suite("Limits for what a file of another program can become")
struct ImportLimitTests {
    private struct Found {
        var places: [ImportedPlace] = []
        var losses: [String] = []
    }

    private func found(_ text: String) throws -> Found {
        var source = try PlaceImport(Array(text.utf8))
        var found = Found()
        while let place = try source.next() { found.places.append(place) }
        found.losses = source.losses.list.map(\.amount)
        return found
    }

    // MARK: - Members of folders

    /// Six members of 400,000 bytes each.
    private static let members = (0..<6).map { number in
        let text = "\"" + String(repeating: "x", count: 197) + "\""
        let list = repeatElement(text, count: 2_000).joined(separator: ",")
        return "\"m\(number)\":[\(list)]"
    }.joined(separator: ",")

    @Test(
        "Of the members of a folder, the shortest ones are read, and the others are counted",
        arguments: [
            #"{"version":1,"roots":{"bookmark_bar":{"children":[{M,"name":"F","children":[{"url":"URL"}]}]}}}"#,
            #"{"guid":"root________","children":[{M,"title":"F","children":[{"uri":"URL"}]}]}"#,
            #"{"collections":[{M,"name":"F","links":[{"url":"URL"}]}]}"#,
        ])
    func members(document: String) throws {
        let found = try found(document.replacing("URL", with: "https://a.example/").replacing("M", with: Self.members))
        #expect(found.places.map(\.metadata.tags) == [["F"]])
        #expect(found.losses == ["6 unknown fields"])
    }

    @Test("The members of a folder that are read have at most 1 MiB together")
    func memberSizes() throws {
        let document = try JSONOutline(Array("{\"children\":[],\(Self.members),\"bad\":[1 2],\"name\":\"F\"}".utf8))
        let read = document.values(of: try document.members(of: document.root), except: "children")
        #expect(Set(read.values.keys) == ["m0", "m1", "name"] && read.skippedCount == 5)
    }

    @Test("An object around entries with more than 100,000 members is refused")
    func manyMembers() throws {
        let members = (0...100_000).map { "\"\($0)\":1" }.joined(separator: ",")
        #expect(throws: ImportExportError.self) { try PlaceImport(Array("{\"bookmarks\":[],\(members)}".utf8)) }
        #expect(throws: ImportExportError.self) { try FileImport(Array("{\"bookmarks\":[],\(members)}".utf8)) }
    }

    // MARK: - Lists

    @Test(
        "A document has at most 100,000 lists and collections",
        arguments: [
            (#"{"bookmarks":[{"createdAt":1,"content":null}],"lists":[N]}"#, #","name":"a"}"#, "lists"),
            (#"{"collections":[{"links":[]},N]}"#, "}", "collections"),
        ])
    func lists(document: String, listEnd: String, name: String) {
        let lists = (0...100_000).map { "{\"id\":\"\($0)\"" + listEnd }.joined(separator: ",")
        #expect(throws: ImportExportError.malformed("it has more than 100000 \(name)")) {
            try PlaceImport(Array(document.replacing("N", with: lists).utf8))
        }
    }

    @Test(
        "What surrounds the entries of a document is counted, although it has none",
        arguments: [
            (
                #"{"guid":"root________","children":[{"type":"text/x-moz-place-container","title":"A","dateAdded":1,"#
                    + #""children":[]}]}"#, ["1 date of folders", "1 empty folder"]
            ),
            (
                #"{"version":1,"roots":{"bookmark_bar":{"children":[]},"trash":{"children":[1,2,3]}}}"#,
                ["3 deleted bookmarks"]
            ),
            (#"{"collections":[{"name":"A","description":"d"},{"links":[]}]}"#, ["1 collection description"]),
        ])
    func noEntries(text: String, losses: [String]) throws {
        let found = try found(text)
        #expect(found.places.isEmpty && found.losses == losses)
    }

    // MARK: - Tags

    @Test("The tags of a place belong to its size")
    func tags() throws {
        let tags = (10..<42).map { String(repeating: "\u{1F98A}", count: 62) + "\($0)" }
        let highlights = Array(repeating: ImportedArticle.Highlight(quote: "a"), count: 10)
        let article = ImportedArticle(url: "https://a.example/", tags: tags, highlights: highlights)
        let read = try article.places(within: .ahead)
        #expect(read.places.allSatisfy { $0.metadata.tags.count == 32 && $0.byteCount > 8_000 })
        #expect(read.places.count < 10 && read.budget.excess != nil)
        let plain = try ImportedArticle(url: "https://a.example/", highlights: highlights).places(within: .ahead)
        #expect(plain.places.count == 10 && plain.budget.excess == nil)
    }

    // MARK: - Windows

    @Test(
        "All entries of windows that cannot be read are counted, but not those without a date",
        arguments: [
            (#"{"collections":[{"folders":[{"links":[{"url":"https://a.example/"}T]}]}]}"#, 10_005),
            (#"{"collections":[{"created":"soon","folders":[{"links":[{"url":"https://a.example/"}]}]}]}"#, 0),
        ])
    func unreadableWindows(text: String, count: Int) throws {
        let tabs = String(repeating: #",{"url":"none"}"#, count: 10_005)
        let bytes = Array(text.replacing("T]", with: "\(tabs)]").utf8)
        for windowsAsPlaces in [false, true] {
            let summary = try FileImport(bytes, windowsAsPlaces: windowsAsPlaces).summary()
            #expect(summary.unreadable == count && !summary.omissions.isEmpty)
        }
    }

    // MARK: - Layers of compression

    @Test("A compressed file whose content is no JSON document, such as a compressed file or an archive, is refused")
    func nestedFiles() throws {
        let session = try ImportFixtures.bytes("firefox-session/input.jsonlz4")
        let archive: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
        let table = Array("URL,Title\nhttps://a.example/,A\n".utf8)
        for content in [session, archive, table, []] {
            let file = ImportFixtures.compressed(content)
            #expect(throws: ImportExportError.self) { try FileImport(file) }
            #expect(throws: ImportExportError.self) { try PlaceImport(file) }
            #expect(throws: WindowSetError.self) { try WindowSetImport(file) }
        }
        let list = Array(#" [{"url":"https://a.example/","is_archived":false}]"#.utf8)
        #expect(try FileImport(ImportFixtures.compressed(list)).format == .wallabag)
    }
}
