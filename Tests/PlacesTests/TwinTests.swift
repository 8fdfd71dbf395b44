import FoundationEssentials
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Places

@Suite("Places are judged as in JavaScript")
struct TwinTests {
    @Test("White space is collapsed")
    func collapsed() throws {
        for row in try TwinTable.rows("collapsed") {
            let text = try #require(row["text"]?.string)
            #expect(CollapsedText.collapsed(text) == row["collapsed"]?.string, "\(row)")
        }
    }

    @Test("A host that is never captured covers its subdomains and the editions of its pages")
    func excludedHosts() throws {
        for row in try TwinTable.rows("excluded-hosts") {
            let hosts = try #require(row["hosts"]?.array).compactMap { $0.string }
            let address = try #require(row["address"]?.string)
            let page = try #require(WebURL(address))
            #expect(ExcludedHosts(hosts).host(of: page) == row["host"]?.string, "\(row)")
        }
    }

    @Test("A place is at the untouched top if nothing is scrolled, selected or played")
    func untouchedTop() throws {
        for row in try TwinTable.rows("untouched-top") {
            let snapshot = try PageSnapshot(json: try #require(row["snapshot"]).encoded())
            #expect(snapshot.isAtUntouchedTop == row["isAtTop"]?.bool, "\(row)")
        }
    }

    @Test("A place is read to the end if its text or its scroll offset is nearly at the end")
    func readToEnd() throws {
        for row in try TwinTable.rows("read-to-end") {
            let snapshot = try PageSnapshot(json: try #require(row["snapshot"]).encoded())
            #expect(snapshot.isReadToEnd == row["isAtEnd"]?.bool, "\(row)")
        }
    }

    @Test("The time of a medium is added to the addresses of pages that take one")
    func mediaTimes() throws {
        for row in try TwinTable.rows("media-times") {
            let media = try #require(row["media"])
            let snapshot = try PageSnapshot(value: .object(["url": try #require(row["address"]), "media": media]))
            let timed = try #require(row["timed"]?.string)
            #expect(snapshot.timedURL == timed, "\(row)")
            #expect(snapshot.textFragmentURL == timed, "\(row)")
            // Whoever opens the address again comes to the same time.
            let again = try PageSnapshot(value: .object(["url": .string(timed), "media": media]))
            #expect(again.timedURL == timed, "\(row)")
        }
    }

    @Test("The address of an edition contains that of the original")
    func originals() throws {
        for row in try TwinTable.rows("originals") {
            let address = try #require(row["address"]?.string)
            let original = OriginalAddress(of: try #require(WebURL(address)))
            #expect(original?.edition.rawValue == row["edition"]?.string, "\(row)")
            #expect(original?.url.href == row["original"]?.string, "\(row)")
        }
    }

    @Test("The sites of places have no www and no final dot")
    func sites() throws {
        for row in try TwinTable.rows("sites") {
            let snapshot = try PageSnapshot(value: .object(["url": try #require(row["address"])]))
            #expect(snapshot.site == row["site"]?.string, "\(row)")
        }
    }

    @Test("The archive's copy of a page is that of the time of its capture")
    func archiveAddresses() throws {
        for row in try TwinTable.rows("archive-addresses") {
            let members = ["url": try #require(row["address"]), "capturedAt": try #require(row["time"])]
            let snapshot = try PageSnapshot(value: .object(members))
            #expect(snapshot.archiveAddress(storedAt: .distantPast) == row["archived"]?.string, "\(row)")
        }
    }
}
