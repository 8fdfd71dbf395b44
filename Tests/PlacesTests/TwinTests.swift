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
}
