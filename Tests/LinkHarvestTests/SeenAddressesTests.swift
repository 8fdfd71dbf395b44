import LinkHarvest
import Testing

@Suite("Set of seen links")
struct SeenAddressesTests {
    @Test("A hash is new only once, even while the table grows")
    func growth() {
        var seen = SeenAddresses()
        let hashes = (0..<20_000).map { seen.hash(UInt64($0), after: 1) }
        #expect(hashes.allSatisfy { seen.insert($0) })
        #expect(hashes.allSatisfy { !seen.insert($0) })
        #expect(seen.insert(0) && !seen.insert(0))
    }

    @Test("Beyond the limit, every hash is new, and earlier hashes stay known")
    func limit() {
        var seen = SeenAddresses(limit: 100)
        let hashes = (0..<200).map { seen.hash(UInt64($0), after: 1) }
        #expect(hashes.prefix(100).allSatisfy { seen.insert($0) })
        #expect(!seen.hasForgotten)
        #expect(hashes.dropFirst(100).allSatisfy { seen.insert($0) && seen.insert($0) })
        #expect(seen.hasForgotten)
        #expect(hashes.prefix(100).allSatisfy { !seen.insert($0) })
    }
}
