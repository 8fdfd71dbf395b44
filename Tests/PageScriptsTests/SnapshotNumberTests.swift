import PageScripts
import Places
import TestSupport
import Testing

@Suite("Restoring places with unusual numbers")
struct SnapshotNumberTests {
    @Test(
        "A stored place with a number out of range is restored in every form",
        arguments: SnapshotNumber.all)
    func forms(number: SnapshotNumber) throws {
        for text in SnapshotNumber.hostile {
            let restore = SnapshotRestore(snapshot: try PageSnapshot(stored: number.snapshot(text)))
            #expect(!restore.script.isEmpty && !restore.bookmarklet.isEmpty && !restore.json.isEmpty, "\(text)")
            #expect(restore.snapshot.textFragmentURL.hasPrefix("https://example.org/"))
        }
    }
}
