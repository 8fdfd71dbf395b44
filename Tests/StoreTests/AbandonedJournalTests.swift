import Foundation
import Testing

@testable import Store

@Suite("Journals without their store")
struct AbandonedJournalTests {
    @Test("A journal whose store was moved away is kept, and not applied to the new store", arguments: [0, 1, 2])
    func moved(index: Int) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
        let journal = home.store + LeftoffDatabase.journalEndings[index]
        let bytes = Data("of an earlier store".utf8)
        try bytes.write(to: URL(filePath: journal))
        let database = try LeftoffDatabase(home: home.path)
        #expect(try Data(contentsOf: URL(filePath: journal + ".old")) == bytes)
        #expect((try? Data(contentsOf: URL(filePath: journal))) != bytes)
        #expect(try database.snapshotCount() == 0)
    }
}
