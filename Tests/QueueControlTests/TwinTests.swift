import Foundation
import Syntax
import TestSupport
import Testing

@testable import QueueControl

@Suite("Sizes and delays are written as in JavaScript")
struct TwinTests {
    @Test("Sizes have three digits at most")
    func sizes() throws {
        for row in try TwinTable.rows("sizes") {
            let bytes = Int64(try #require(row["bytes"]?.integer))
            #expect(ByteText.size(bytes) == row["text"]?.string, "\(row)")
        }
    }

    @Test("The time until the next attempt is rounded")
    func delays() throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        for row in try TwinTable.rows("delays") {
            let text = DelayText.until(now.addingTimeInterval(try #require(row["seconds"]?.number)), at: now)
            #expect((text == "now" ? "in a moment" : text) == row["text"]?.string, "\(row)")
        }
    }
}
