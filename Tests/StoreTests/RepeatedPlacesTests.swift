import Foundation
import ImportExport
import Places
import Testing

@testable import Store

@Suite("Places that repeat others of the same import")
struct RepeatedPlacesTests {
    private let setup: ShelfSetup

    init() throws { setup = try ShelfSetup() }

    private func add(_ text: String) throws -> ImportReceipt { try setup.importFile(text) }

    /// Numbers of other places with which the places are stored one by one, and in batches.
    private static let others = [0, SnapshotInsertion.bulkCount]

    /// Returns the entries of a bookmark file.
    private static func bookmarks(_ entries: String, others: Int = 0) -> String {
        let rest = (0..<others).map { "<DT><A HREF='https://other.example/\($0)'>Other</A>\n" }
        return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n\(entries)\(rest.joined())</DL><p>\n"
    }

    @Test("A page in two folders is one place with the tags and notes of both", arguments: others)
    func folders(others: Int) throws {
        defer { setup.home.remove() }
        let text = Self.bookmarks(
            """
            <DT><H3>Work</H3><DL><p>
            <DT><A HREF="https://example.org/x" TAGS="one">X</A>
            <DD>first note
            </DL><p>
            <DT><H3>Private</H3><DL><p>
            <DT><A HREF="https://example.org/x" TAGS="ONE,two">X</A>
            <DD>second note
            <DT><A HREF="https://example.org/x">X</A>
            <DD>first note
            </DL><p>

            """, others: others)
        let receipt = try add(text)
        #expect(receipt.stored.addedPlaces == others + 1 && receipt.stored.knownPlaces == 2)
        #expect(receipt.tags == 4 && receipt.omissions.isEmpty)
        let place = try #require(try setup.card("x")?.place)
        #expect(place.metadata.tags.sorted() == ["Private", "Work", "one", "two"])
        #expect(place.metadata.note == "first note\n\nsecond note")
        #expect(try setup.places.list(SnapshotListing(query: "second")).snapshots.map(\.id) == [place.id])
        let again = try add(text)
        #expect(again.stored.addedPlaces == 0 && again.tags == 0)
        #expect(try setup.card("x")?.place.version == place.version)
    }

    @Test("A page that is archived by a later entry is finished", arguments: others)
    func marks(others: Int) throws {
        defer { setup.home.remove() }
        let rest = (0..<others).map { "Other,https://other.example/\($0),1400000000,,unread\n" }.joined()
        let receipt = try add(
            """
            title,url,time_added,tags,status
            A,https://example.org/a,1400000000,one,unread
            A,https://example.org/a,1400000001,two,archive
            \(rest)
            """)
        #expect(receipt.marks == 1 && receipt.stored.addedPlaces == others + 1)
        #expect(try setup.state("a") == .finished)
        #expect(try setup.card("a")?.place.metadata.tags.sorted() == ["one", "two"])
    }

    @Test("The same words with several notes are one place with all notes", arguments: others)
    func words(others: Int) throws {
        defer { setup.home.remove() }
        let annotations = (0..<3).map { number in
            #"{"type":"Annotation","bodyValue":"note \#(number)","target":{"source":"https://example.org/a","#
                + #""selector":{"type":"TextQuoteSelector","exact":"same words"}}}"#
        }
        let rest = (0..<others).map { number in
            #"{"type":"Annotation","target":{"source":"https://other.example/\#(number)","#
                + #""selector":{"type":"TextQuoteSelector","exact":"other words"}}}"#
        }
        let receipt = try add("[" + (annotations + rest).joined(separator: ",") + "]")
        #expect(receipt.stored.addedPlaces == others + 1 && receipt.stored.knownPlaces == 2)
        #expect(try setup.card("a")?.place.metadata.note == "note 0\n\nnote 1\n\nnote 2")
    }

    @Test("What does not fit into one place is counted")
    func limits() throws {
        defer { setup.home.remove() }
        let tags = (0..<40).map { "<DT><A HREF='https://example.org/x' TAGS='tag\($0)'>X</A>\n" }
        let long = String(repeating: "x", count: 15_000)
        let notes = ["a", "b", "c"].map { "<DT><A HREF='https://example.org/y'>Y</A>\n<DD>\($0)\(long)\n" }
        let receipt = try add(Self.bookmarks((tags + notes).joined()))
        #expect(
            receipt.omissions == [
                "8 tags were left out, because several entries are one place, which has at most 32 tags",
                "2 notes were left out, because several entries are one place, which has at most "
                    + "20000 characters of notes",
            ])
        #expect(try setup.card("x")?.place.metadata.tags.count == 32)
        #expect(try setup.card("y")?.place.metadata.note == "a" + long)
    }

    @Test("Any number of equal words with different words around them is stored once")
    func passages() throws {
        defer { setup.home.remove() }
        let annotations = (0..<400).map { number in
            #"{"type":"Annotation","target":{"source":"https://example.org/a","selector":{"#
                + #""type":"TextQuoteSelector","exact":"the","prefix":"before \#(number) ","suffix":" after"}}}"#
        }
        let text = "[\(annotations.joined(separator: ","))]"
        #expect(try add(text).stored.addedPlaces == 400)
        #expect(try add(text).stored.addedPlaces == 0)
    }
}
